// @vitest-environment runes
import { expect, test } from 'vitest';
import { fieldsOfBatch } from '../../../../../src-renderer/state/draft/draft-fields.ts';
import { Draft } from '../../../../../src-renderer/state/draft/draft.svelte.ts';
import { memoryStorage } from '../fake-client.ts';

const all = ['1', '2', '3', '4'];
/** Removals in their order, and the order in which they are undone. */
const cases = [
  { removed: ['2', '3'], undone: ['2', '3'] },
  { removed: ['3', '2'], undone: ['3', '2'] },
  { removed: ['2', '3'], undone: ['3', '2'] },
  { removed: ['1', '2', '3'], undone: ['1', '3', '2'] },
  { removed: ['4', '1', '3', '2'], undone: ['3', '4', '1', '2'] },
];

interface List {
  readonly read: () => string[];
  readonly remove: (id: string) => () => void;
}

function materials(): List {
  const draft = new Draft({ storage: memoryStorage() });
  const still = { displayName: 'a.jpg', kind: 'image' as const, sizeBytes: 1, mediaPath: 'materials/a' };
  draft.addMaterials(all.map((materialId) => ({ ...still, materialId })));
  return {
    read: () => draft.fields.materials.map(({ materialId }) => materialId),
    remove: (id) => draft.removeMaterial(id),
  };
}

function cards(): List {
  const draft = new Draft({ storage: memoryStorage() });
  draft.choose('storyboard');
  const texts = { prompt: '', title: '', aiStyle: '', voiceoverScript: '' };
  const ids = { actorEntityIds: [], productEntityIds: [] };
  draft.change({ cards: all.map((cardId) => ({ cardId, ...texts, ...ids })) });
  return {
    read: () => draft.fields.cards.map(({ cardId }) => cardId),
    remove: (id) => draft.removeCard(id, () => undefined),
  };
}

function rows(): List {
  const draft = new Draft({ storage: memoryStorage() });
  const inRows = all.map((name, index) => ({ number: index + 1, name, text: name }));
  draft.addBatch(fieldsOfBatch('list.csv', inRows, []));
  return {
    read: () => draft.fields.batch?.rows.map(({ name }) => name) ?? [],
    remove: (id) => draft.removeRow(Number(id)),
  };
}

function drafts(): List {
  const draft = new Draft({ storage: memoryStorage() });
  for (const name of [...all, '5']) {
    if (name !== '1') draft.add();
    draft.write(name);
  }
  const names = () => draft.list.map(({ name }) => name ?? '');
  return {
    read: () => names().filter((name) => name !== '5'),
    remove: (id) => draft.remove(draft.list[names().indexOf(id)] ?? draft.place),
  };
}

for (const make of [materials, cards, rows, drafts]) {
  test(`removed ${make.name} return to their places in whatever order the removals are undone`, () => {
    for (const { removed, undone } of cases) {
      const list = make();
      const undo = new Map(removed.map((id) => [id, list.remove(id)]));
      expect(list.read()).toEqual(all.filter((id) => !removed.includes(id)));
      for (const id of undone) undo.get(id)?.();
      expect([undone, list.read()]).toEqual([undone, all]);
    }
  });
}

test('a removed still follows the one before it, wherever that was moved', () => {
  const draft = new Draft({ storage: memoryStorage() });
  const still = { displayName: 'a.jpg', kind: 'image' as const, sizeBytes: 1, mediaPath: 'materials/a' };
  draft.addMaterials(all.map((materialId) => ({ ...still, materialId })));
  const undo = draft.removeMaterial('2');
  draft.moveMaterial('1', 2);
  undo();
  expect(draft.fields.materials.map(({ materialId }) => materialId).join('')).toBe('3412');
});
