// @vitest-environment runes
import { expect, test } from 'vitest';
import { emptyDraft } from '../../../../../src-renderer/state/draft/draft-fields.ts';
import { Draft } from '../../../../../src-renderer/state/draft/draft.svelte.ts';
import type { WorkflowName } from '../../../../../src-shared/contract/start-generation.ts';
import { memoryStorage } from '../fake-client.ts';

const listOf = (draft: Draft) => draft.list.map(({ workflow, name }) => [workflow, name]);

test('one list has the drafts of all modes, without untouched ones that are not shown', () => {
  const draft = new Draft({ storage: memoryStorage() });
  draft.write('Swifts.');
  draft.choose('outline');
  draft.write('# Ferries');
  draft.choose('clip');
  expect(listOf(draft)).toEqual([
    ['script', 'Swifts.'],
    ['clip', null],
    ['outline', 'Ferries'],
  ]);
  draft.open(draft.list[2] ?? draft.place);
  expect([draft.workflow, draft.text]).toEqual(['outline', '# Ferries']);
  expect(listOf(draft)).toEqual([
    ['script', 'Swifts.'],
    ['outline', 'Ferries'],
  ]);
});

test('a started draft leaves the list until it is changed', () => {
  const storage = memoryStorage();
  const draft = new Draft({ storage });
  draft.write('Swifts.');
  draft.toMarkStarted()();
  expect([listOf(draft), draft.text]).toEqual([[], 'Swifts.']);
  expect(listOf(new Draft({ storage }))).toEqual([]);
  draft.write('Swallows.');
  expect(listOf(draft)).toEqual([['script', 'Swallows.']]);
  const markStarted = draft.toMarkStarted();
  draft.choose('clip');
  markStarted();
  expect(listOf(draft)).toEqual([['clip', null]]);
});

test('the neighbour of a deleted draft is shown, of whatever mode, and an empty one if there is none', () => {
  const draft = new Draft({ storage: memoryStorage() });
  draft.write('Swifts.');
  draft.toMarkStarted()();
  draft.add();
  draft.write('Gulls.');
  draft.choose('clip');
  draft.write('Terns.');
  const undo = draft.remove(draft.place);
  expect([draft.workflow, draft.text, listOf(draft)]).toEqual(['script', 'Gulls.', [['script', 'Gulls.']]]);
  draft.remove(draft.place);
  expect([draft.workflow, draft.text]).toEqual(['script', '']);
  undo();
  expect([draft.workflow, draft.text, listOf(draft)]).toEqual(['clip', 'Terns.', [['clip', 'Terns.']]]);
});

test('of many started drafts the oldest are removed from the storage, and none that is listed', () => {
  const storage = memoryStorage();
  const draft = new Draft({ storage });
  draft.write('Kept.');
  for (let count = 1; count <= 30; count += 1) {
    draft.add();
    draft.write(`Number ${String(count)}.`);
    draft.toMarkStarted()();
  }
  const stored = [...storage.values.values()].filter((value) => value.includes('"script":"Number '));
  expect(stored.length).toBeLessThan(25);
  expect(listOf(draft)).toEqual([['script', 'Kept.']]);
});

/** The storage of the app before its drafts were one list: each mode with its drafts, their fields and marks. */
const earlierDrafts: Readonly<Record<WorkflowName, readonly object[]>> = {
  script: [
    { script: 'Swifts.', voiceId: 'Matilda', visualPacing: 'FAST' },
    { script: 'Started.', visualStyle: { type: 'AI_IMAGE', aiStyle: 'Pencil', redrawsOwnStills: false } },
  ],
  voiceover: [{ source: file('take.wav', 'audio') }],
  slideshow: [{ source: file('deck.pdf', 'slides'), slideScripts: ['One.', 'Two.'] }],
  storyboard: [
    {
      cards: [
        {
          cardId: 'c',
          prompt: 'A ferry leaves',
          title: '',
          aiStyle: '',
          voiceoverScript: 'It is early.',
          actorEntityIds: [],
          productEntityIds: [],
        },
      ],
    },
  ],
  clip: [{ prompt: 'Gulls over a pier', durationSeconds: 4 }],
  outline: [{ outlineMarkdown: '# Ferries', materials: [file('quay.jpg', 'image')] }],
};

function file(displayName: string, kind: 'audio' | 'image' | 'slides') {
  return { materialId: displayName, displayName, kind, sizeBytes: 1, mediaPath: `materials/${displayName}` };
}

test('the drafts of every mode that an earlier version stored are listed with all their fields', () => {
  const storage = memoryStorage();
  const key = 'dailies.draft.local';
  for (const [workflow, drafts] of Object.entries(earlierDrafts)) {
    for (const [index, fields] of drafts.entries()) {
      const stored = JSON.stringify({ ...emptyDraft, ...fields });
      const own = index === 0 ? `${key}.${workflow}` : `${key}.${workflow}.second`;
      storage.setItem(own, stored);
      if ('script' in fields && fields.script === 'Started.')
        storage.setItem(`${own}.started`, JSON.stringify(stored));
    }
  }
  storage.setItem(`${key}.mode`, '"storyboard"');
  storage.setItem(`${key}.script.list`, '{"draftIds":["first","second"],"openId":"second"}');
  const draft = new Draft({ storage });
  expect(draft.workflow).toBe('storyboard');
  expect(listOf(draft)).toEqual([
    ['script', 'Swifts.'],
    ['voiceover', 'take.wav'],
    ['slideshow', 'deck.pdf'],
    ['storyboard', 'A ferry leaves'],
    ['clip', 'Gulls over a pier'],
    ['outline', 'Ferries'],
  ]);
  for (const each of draft.list) {
    draft.open(each);
    expect(draft.fields).toEqual({ ...emptyDraft, ...earlierDrafts[each.workflow][0] });
  }
  draft.choose('script');
  draft.open({ workflow: 'script', draftId: 'second' });
  expect([draft.text, draft.isStarted]).toEqual(['Started.', true]);
});
