import { expect, test } from 'vitest';
import { groupEdits } from '../../../../../src-renderer/screens/returns/group-edits.ts';
import type { ReturnEdit } from '../../../../../src-shared/contract/return.ts';

function editOf(kind: ReturnEdit['kind'], scene: number | null, key: string): ReturnEdit {
  return { kind, scene, before: null, after: null, sentence: { key, parameters: {}, text: key } };
}

test('music, captions, settings, markers and unread items are changes of the whole film, even in a scene', () => {
  const groups = groupEdits([
    editOf('setting', null, 'size'),
    editOf('removed', 1, 'scene'),
    editOf('level', null, 'music'),
    editOf('caption', 1, 'words'),
    editOf('item', 1, 'title'),
    editOf('level', 1, 'voice'),
    editOf('marker', 2, 'marker'),
    editOf('format-loss', null, 'loss'),
  ]);
  const keysOf = (edits: readonly ReturnEdit[]) => edits.map(({ sentence }) => sentence.key);
  expect(keysOf(groups.scenes)).toEqual(['scene', 'voice']);
  expect(keysOf(groups.film)).toEqual(['size', 'music', 'words', 'title', 'marker']);
  expect(keysOf(groups.losses)).toEqual(['loss']);
});
