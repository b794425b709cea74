// @vitest-environment runes
import { expect, test } from 'vitest';
import {
  canBeUpdated,
  describeReturnState,
  noteOfReturn,
  toneOfReturn,
  whyNotDismissed,
  whyNotKept,
} from '../../../../../src-renderer/screens/returns/return-words.ts';
import { ReturnWork } from '../../../../../src-renderer/screens/returns/return-work.svelte.ts';
import { englishMessages } from '../../../../fakes/english-words.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { sampleReturn } from '../../../../ui/support/fill-returns.ts';
import { appOf } from '../../state/fake-app.ts';

test('a return is kept while another one is being kept, and none twice', async () => {
  const main = new FakeMain();
  for (const returnId of ['a', 'b']) main.returns.put(sampleReturn({ returnId }));
  const app = await appOf(main);
  await app.returns.refresh();
  const work = new ReturnWork({ app, text: englishMessages.text, onDone: () => undefined });
  const release = main.hold('return.keep');
  app.returns.open('a');
  const first = work.keep();
  expect(work.canKeep).toBe(false);
  app.returns.open('b');
  expect(work.canKeep).toBe(true);
  const second = work.keep();
  release();
  await Promise.all([first, second]);
  expect(app.returns.records.map(({ state }) => state)).toEqual(['kept', 'kept']);
  expect(main.calls.filter((name) => name === 'return.keep')).toHaveLength(2);
});

test.each(['another', 'empty'] as const)('a cut that is %s cannot become a version', (change) => {
  const sentence = { key: `edits.cut.${change}`, parameters: {}, text: '' };
  const record = sampleReturn({ summary: [sentence] });
  expect([whyNotKept(record), canBeUpdated(record)]).toEqual([`return.keep.${change}`, false]);
});

test('a dismissed return gives way to the next, and to none where the user has selected another meanwhile', async () => {
  const main = new FakeMain();
  for (const [index, returnId] of ['d', 'c', 'b', 'a'].entries())
    main.returns.put(sampleReturn({ returnId, returnedAt: index }));
  const app = await appOf(main);
  await app.returns.refresh();
  const work = new ReturnWork({ app, text: englishMessages.text, onDone: () => undefined });
  app.returns.open('a');
  await work.dismiss();
  expect(app.returns.opened?.returnId).toBe('b');
  const release = main.hold('return.dismiss');
  const dismissing = work.dismiss();
  app.returns.open('d');
  release();
  await dismissing;
  expect(app.returns.shown.map(({ returnId }) => returnId)).toEqual(['c', 'd']);
  expect(app.returns.opened?.returnId).toBe('d');
});

test('a keep that waits for its drive is shown so and can be cancelled, and nothing else is decided meanwhile', async () => {
  const main = new FakeMain();
  main.returns.put(sampleReturn({ isMissing: true, waitingFor: 'folder' }));
  const app = await appOf(main);
  await app.returns.refresh();
  const { text } = englishMessages;
  const work = new ReturnWork({ app, text, onDone: () => undefined });
  app.returns.open('return-1');
  const { selected } = work;
  if (!selected) throw new Error('No return is selected.');
  expect([toneOfReturn(selected), describeReturnState(selected, text)]).toEqual([
    'caution',
    'Waiting for folder',
  ]);
  expect([noteOfReturn(selected), whyNotKept(selected), whyNotDismissed(selected)]).toEqual([
    'transfer.waiting.folder',
    'transfer.waiting.folder',
    'transfer.waiting.folder',
  ]);
  expect([work.canKeep, work.canDismiss, canBeUpdated({ ...selected, isMissing: false })]).toEqual([
    false,
    false,
    false,
  ]);
  await work.cancelKeep();
  expect([work.selected?.waitingFor, work.canDismiss]).toEqual([null, true]);
  await work.cancelKeep();
  expect(main.calls.filter((name) => name === 'return.cancelKeep')).toHaveLength(1);
});
