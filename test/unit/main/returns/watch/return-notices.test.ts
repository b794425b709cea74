import { expect, test } from 'vitest';
import { ReturnNotices } from '../../../../../src-main/returns/watch/return-notices.ts';
import { aReturn } from '../../../../fakes/a-return.ts';
import { englishWords } from '../../../../fakes/english-words.ts';
import { deliveredCut, openReturns, withoutSecondScene } from '../../../../fakes/features/returns-fixture.ts';
import { sampleDocument } from '../../../../fakes/sample-project.ts';

test('a notification says what came back and leads to it, one for all of a project', () => {
  const otherProject = { projectId: 'project-2', projectTitle: 'The ferry' };
  const shown: string[] = [];
  const notices = new ReturnNotices({
    ...englishWords,
    notifier: {
      notify: (title, body, onClick) => {
        shown.push(`${title}: ${body}`);
        onClick();
      },
    },
    show: (returnId) => shown.push(returnId),
  });
  notices.announce([aReturn()]);
  notices.announce([aReturn({ editor: 'movie', kind: 'movie', summary: [] }), aReturn()]);
  notices.announce([aReturn({ editor: 'otio', summary: [] })]);
  notices.announce([aReturn({ editor: 'resolve', state: 'failed', summary: [] })]);
  notices.announce([aReturn({ summary: [] }), aReturn({ ...otherProject, summary: [] })]);
  expect(shown.filter((line) => line !== 'return-1')).toEqual([
    'Harbour lights came back from Kdenlive: Scene 3 removed.',
    'Harbour lights came back from an editor: 2 files wait for your decision in Returns.',
    'Harbour lights came back from an editor: Nothing was changed.',
    'Harbour lights came back from DaVinci Resolve: The file cannot be read. Returns shows why.',
    'Harbour lights came back from Kdenlive: Nothing was changed.',
    'The ferry came back from Kdenlive: Nothing was changed.',
  ]);
  expect(shown).toHaveLength(12);
});

test('a return is announced once, and again when its content changes', async () => {
  const returns = await openReturns();
  await returns.save('Returns/cut.otio', sampleDocument('OTIO', withoutSecondScene));
  await returns.settle();
  await returns.settle();
  expect(returns.announced).toEqual(['cut.otio']);
  await returns.save('Returns/cut.otio', sampleDocument('OTIO', { ...deliveredCut, name: 'Another name' }));
  await returns.settle();
  expect(returns.announced).toEqual(['cut.otio', 'cut.otio']);
});
