import { expect, test } from 'vitest';
import { openReturns } from '../../../../fakes/features/returns-fixture.ts';

/** A marker as Resolve lists it: an event of one frame, and a line below it. */
function marker(time: string, line: string): string {
  const times = `${time}:00 ${time}:01`;
  return `001  001      V     C        ${times} ${times}  \n${line}\n`;
}

const notes = [
  marker('00:00:01', 'please warmer |C:ResolveColorBlue |M:Marker 1 |D:1'),
  marker('00:00:03', ' |C:ResolveColorRed |M:Marker 2 |D:25'),
];
const listOf = (...lines: readonly string[]): string =>
  ['TITLE: HARBOUR', 'FCM: NON-DROP FRAME', '', ...lines].join('\n');

const added = ['Marker “Marker 1” added', 'Marker “Marker 2” added'];

// As edl-of-markers of the oracles, at times of the sample cut.
test('a returned list of markers describes them and leaves the cut as delivered', async () => {
  const { save, settle, all, sentences } = await openReturns();
  await save('Returns/markers.edl', listOf(...notes));
  await settle();
  expect(all()).toMatchObject([{ fileName: 'markers.edl', state: 'described' }]);
  expect(sentences()).toEqual([added]);
});

test('a returned list in UTF-16 is read as well', async () => {
  const { save, settle, sentences } = await openReturns();
  await save('Returns/markers.edl', Buffer.from(`\ufeff${listOf(...notes)}`, 'utf16le'));
  await settle();
  expect(sentences()).toEqual([added]);
});

test('a list of a client’s notes keeps the delivered markers, and a full list says which are gone', async () => {
  const { save, settle, sentences } = await openReturns();
  await save('Returns/notes.edl', listOf(...notes));
  await settle();
  expect(sentences()).toEqual([added]);
  const line = '|C:ResolveColorBlue |M:Scene 1 |D:1';
  await save('Returns/full.edl', listOf(marker('00:00:00', line), ...notes));
  await settle();
  const removed = ['Marker “Scene 2” removed', 'Marker “Scene 3” removed'];
  expect(sentences().flat()).toEqual(expect.arrayContaining(removed));
});
