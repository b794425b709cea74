// @vitest-environment runes
import { expect, test } from 'vitest';
import { emptyDraft, fieldsOfBatch } from '../../../../../src-renderer/state/draft/draft-fields.ts';
import { Draft } from '../../../../../src-renderer/state/draft/draft.svelte.ts';
import { Preferences } from '../../../../../src-renderer/state/settings/preferences.svelte.ts';
import { maxMaterials, maxStoryboardScenes } from '../../../../../src-shared/contract/start-generation.ts';
import { fullStorage, memoryStorage } from '../fake-client.ts';

const material = (materialId: string) => ({
  materialId,
  displayName: `${materialId}.jpg`,
  kind: 'image' as const,
  sizeBytes: 1,
  mediaPath: `materials/${materialId}`,
});
const idsOf = (draft: Draft) => draft.fields.materials.map((each) => each.materialId).join('');

test('every change is there again at the next start', () => {
  const storage = memoryStorage();
  const draft = new Draft({ storage });
  draft.change({ script: 'Swifts.', aspectRatio: '9:16' });
  draft.addMaterials([material('a')]);
  expect(new Draft({ storage }).fields).toEqual(draft.fields);
});

test('a kept draft that cannot be read is put aside, not thrown away', () => {
  const storage = memoryStorage();
  storage.setItem('dailies.draft', '{"script": 5');
  expect(new Draft({ storage }).fields.script).toBe('');
  expect(storage.values.get('dailies.draft.unreadable')).toBe('{"script": 5');
});

test('a storage that is full loses nothing before the next reload', () => {
  const draft = new Draft({ storage: fullStorage() });
  draft.change({ script: 'Swifts.' });
  expect(draft.fields.script).toBe('Swifts.');
});

test('the obstacle to starting a draft is reported', () => {
  const draft = new Draft({ storage: memoryStorage() });
  expect(draft.blocker).toBe('script_empty');
  draft.change({ script: ' \n ' });
  expect(draft.blocker).toBe('script_empty');
  draft.change({ script: 'a'.repeat(100_001) });
  expect(draft.blocker).toBe('text_too_long');
  draft.change({ script: 'a'.repeat(100_000) });
  expect(draft.blocker).toBeNull();
});

test('a draft counts as started until anything about it changes', () => {
  const draft = new Draft({ storage: memoryStorage() });
  draft.change({ script: 'Swifts.' });
  draft.toMarkStarted()();
  expect(draft.isStarted).toBe(true);
  draft.change({ visualPacing: 'FAST' });
  expect(draft.isStarted).toBe(false);
  draft.change({ visualPacing: 'MEDIUM' });
  expect(draft.isStarted).toBe(true);
});

test('a started draft still counts as started after a restart and a switch of connections', () => {
  const rows = [{ number: 1, name: 'One', text: 'Swifts.' }];
  const batch = { batchId: 'b', name: 'list.csv', columns: [], rows };
  const changes = [
    { script: 'Swifts.', voiceId: 'Matilda' },
    { batch },
    { source: material('deck') },
    { durationSeconds: 5, language: 'de' },
  ];
  const outcomes = changes.map((change) => {
    const storage = memoryStorage();
    const draft = new Draft({ storage });
    draft.change(change);
    draft.toMarkStarted()();
    const later = new Draft({ storage });
    draft.use('hosted');
    draft.use('local');
    const isStarted = [later.isStarted, draft.isStarted];
    later.change({ visualPacing: 'FAST' });
    return [...isStarted, later.isStarted];
  });
  expect(outcomes).toEqual(changes.map(() => [true, true, false]));
});

test('a start that an earlier version of the app marked counts, also without fields added since', () => {
  const storage = memoryStorage();
  const draft = new Draft({ storage });
  draft.change({ script: 'Swifts.', voiceId: 'Matilda' });
  const earlier = { ...draft.fields, hideFromUi: undefined };
  storage.setItem('dailies.draft.local.script.started', JSON.stringify(JSON.stringify(earlier)));
  expect(new Draft({ storage }).isStarted).toBe(true);
});

test('controls do not begin anew when another page changes the storage and the draft stays the same', () => {
  const draft = new Draft({ storage: memoryStorage() });
  draft.change({ voiceId: 'Matilda' });
  const { formKey } = draft;
  draft.reread();
  expect(draft.formKey).toBe(formKey);
});

test('material is moved within its ends and put back where it was', () => {
  const draft = new Draft({ storage: memoryStorage() });
  draft.addMaterials(['a', 'b', 'c'].map(material));
  expect(draft.moveMaterial('c', 0)).toBe(0);
  expect(idsOf(draft)).toBe('cab');
  expect(draft.moveMaterial('c', 99)).toBe(2);
  expect(draft.moveMaterial('a', -5)).toBe(0);
  expect(draft.moveMaterial('unknown', 1)).toBe(-1);
  expect(idsOf(draft)).toBe('abc');
  const undo = draft.removeMaterial('b');
  expect(idsOf(draft)).toBe('ac');
  undo();
  expect(idsOf(draft)).toBe('abc');
  expect(draft.request()).toMatchObject({ featuredMaterialIds: ['a', 'b', 'c'] });
});

test('material is added once, up to the limit, and what did not fit is counted', () => {
  const draft = new Draft({ storage: memoryStorage() });
  draft.addMaterials([material('a'), material('b')]);
  expect(draft.addMaterials([material('a')])).toBe(0);
  expect(idsOf(draft)).toBe('ab');
  const many = Array.from({ length: maxMaterials }, (_, index) => material(String(index)));
  expect(draft.addMaterials(many)).toBe(2);
  expect(draft.fields.materials).toHaveLength(maxMaterials);
});

test('a removed still that is restored when others took its place does not exceed the limit', () => {
  const draft = new Draft({ storage: memoryStorage() });
  const many = Array.from({ length: maxMaterials }, (_, index) => material(String(index)));
  draft.addMaterials(many);
  let fullCount = 0;
  const undo = draft.removeMaterial('5', () => {
    fullCount += 1;
  });
  draft.addMaterials([material('a')]);
  undo();
  expect(draft.fields.materials).toHaveLength(maxMaterials);
  expect(draft.fields.materials.at(-1)?.materialId).toBe('a');
  expect(fullCount).toBe(1);
  draft.removeMaterial('a');
  draft.addMaterials([material('5')]);
  undo();
  expect(draft.fields.materials.filter(({ materialId }) => materialId === '5')).toHaveLength(1);
});

test('a removed card that is restored when others took its place does not exceed the limit', () => {
  const draft = new Draft({ storage: memoryStorage() });
  draft.choose('storyboard');
  const card = (cardId: string) => ({
    cardId,
    prompt: cardId,
    title: '',
    aiStyle: '',
    voiceoverScript: '',
    actorEntityIds: [],
    productEntityIds: [],
  });
  const cards = Array.from({ length: maxStoryboardScenes }, (_, index) => card(String(index)));
  draft.change({ cards });
  let fullCount = 0;
  const undo = draft.removeCard('5', () => {
    fullCount += 1;
  });
  undo();
  expect(draft.fields.cards).toEqual(cards);
  const undoAgain = draft.removeCard('5', () => {
    fullCount += 1;
  });
  draft.change({ cards: [...draft.fields.cards, card('a')] });
  undoAgain();
  expect(draft.fields.cards).toHaveLength(maxStoryboardScenes);
  expect(fullCount).toBe(1);
});

test('every mode and every connection has a draft of its own, kept over a switch and a restart', () => {
  const storage = memoryStorage();
  const draft = new Draft({ storage });
  draft.change({ script: 'Swifts.', voiceId: 'Matilda' });
  draft.choose('clip');
  expect(draft.text).toBe('');
  draft.write('Gulls over a pier');
  draft.choose('script');
  expect(draft.text).toBe('Swifts.');
  draft.use('hosted');
  expect([draft.workflow, draft.text, draft.fields.voiceId]).toEqual(['script', '', undefined]);
  draft.choose('outline');
  draft.write('# Ferries');
  const later = new Draft({ storage });
  expect([later.workflow, later.text]).toEqual(['outline', '# Ferries']);
  later.use('local');
  expect([later.workflow, later.text, later.fields.voiceId]).toEqual(['script', 'Swifts.', 'Matilda']);
  later.choose('clip');
  expect(later.text).toBe('Gulls over a pier');
});

test('drafts of the local service begin with zooms, dissolves and music, which stay away once removed', () => {
  const storage = memoryStorage();
  const draft = new Draft({ storage });
  const types = () => draft.request().remixActions?.map(({ type }) => type);
  expect(types()).toEqual(['ADD_ZOOM', 'ADD_TRANSITIONS', 'GENERATE_MUSIC']);
  draft.choose('slideshow');
  expect(types()).toBeUndefined();
  draft.choose('script');
  draft.change({ remixDrafts: [] });
  expect(new Draft({ storage }).request().remixActions).toBeUndefined();
  draft.use('hosted');
  expect(types()).toBeUndefined();
});

test('a slideshow whose texts are too many is not started, and texts beyond its deck are left out', () => {
  const draft = new Draft({ storage: memoryStorage() });
  draft.choose('slideshow');
  const source = material('deck');
  draft.change({ source, slideScripts: Array.from({ length: 1_001 }, () => '') });
  expect(draft.blocker).toBe('slides_too_many');
  draft.change({ deckNotes: { materialId: 'deck', notes: ['', ''] } });
  expect(draft.blocker).toBeNull();
  expect(draft.request()).toMatchObject({ slideScripts: ['', ''] });
});

test('modes lose nothing where the storage is full', () => {
  const draft = new Draft({ storage: fullStorage() });
  draft.change({ script: 'Swifts.' });
  draft.choose('clip');
  expect(draft.workflow).toBe('clip');
  draft.choose('script');
  expect(draft.text).toBe('Swifts.');
});

test('drafts stay where the storage is full, on another connection and when another page changes the storage', () => {
  const draft = new Draft({ storage: fullStorage() });
  draft.choose('clip');
  draft.write('Swifts.');
  draft.add();
  draft.write('Gulls.');
  const names = () => [draft.workflow, ...draft.list.map(({ name }) => name)];
  draft.use('hosted');
  expect(names()).toEqual(['script', null]);
  draft.use('local');
  expect(names()).toEqual(['clip', 'Swifts.', 'Gulls.']);
  draft.reread();
  expect(names()).toEqual(['clip', 'Swifts.', 'Gulls.']);
});

test('the draft of an app before the modes is the script of each connection', () => {
  const storage = memoryStorage();
  const older = { script: 'Swifts.', aspectRatio: '9:16', voiceId: null, languageCode: 'de', pacing: 'SLOW' };
  storage.setItem(
    'dailies.draft',
    JSON.stringify({ ...older, styleText: 'Pencil', materials: [material('a')] }),
  );
  const draft = new Draft({ storage });
  expect(draft.request()).toEqual({
    workflow: 'script',
    script: 'Swifts.',
    aspectRatio: '9:16',
    language: 'de',
    visualPacing: 'SLOW',
    visualStyle: { type: 'AI_IMAGE', aiStyle: 'Pencil', restyleFeaturedBRollWithAiStyle: false },
    featuredMaterialIds: ['a'],
  });
});

test('each project keeps its own editors, a new one takes the last', () => {
  const storage = memoryStorage();
  const preferences = new Preferences({ storage });
  expect(preferences.editorsOf('a')).toBeNull();
  preferences.chooseEditors('a', ['KDENLIVE', 'RESOLVE']);
  preferences.chooseEditors('b', []);
  const later = new Preferences({ storage });
  expect(later.editorsOf('a')).toEqual(['KDENLIVE', 'RESOLVE']);
  expect(later.editorsOf('new')).toEqual([]);
  for (let project = 0; project < 250; project += 1) later.chooseEditors(String(project), ['AVID']);
  expect(later.fields.editors).toHaveLength(200);
});

test('a mode has several drafts, called by their first words and kept over a restart', () => {
  const storage = memoryStorage();
  const draft = new Draft({ storage });
  draft.write('# Swifts over the roofs of the old town at dusk\n\nThey scream.');
  draft.change({ visualPacing: 'FAST' });
  draft.add();
  expect([draft.text, draft.fields.visualPacing]).toEqual(['', 'MEDIUM']);
  draft.write('Gulls.');
  const names = (each: Draft) => each.list.map(({ name }) => name);
  expect(names(draft)).toEqual(['Swifts over the roofs of the old town…', 'Gulls.']);
  const later = new Draft({ storage });
  expect([later.text, names(later)]).toEqual(['Gulls.', names(draft)]);
  later.open(later.list[0] ?? later.place);
  expect(later.fields.visualPacing).toBe('FAST');
});

test('a start that is answered late marks the draft it was asked for, as it was then', () => {
  const storage = memoryStorage();
  const draft = new Draft({ storage });
  draft.write('Swifts.');
  const { place } = draft;
  const markStarted = draft.toMarkStarted();
  draft.write('Swifts and gulls.');
  const markLater = draft.toMarkStarted();
  draft.add();
  draft.write('Gulls.');
  markStarted();
  expect(draft.isStarted).toBe(false);
  draft.open(place);
  expect(draft.isStarted).toBe(false);
  draft.write('Swifts.');
  expect(draft.isStarted).toBe(true);
  draft.remove(place);
  markLater();
  expect(draft.isStarted).toBe(false);
});

test('a batch that was started and then changed is another start, and one that was refused the same', () => {
  const draft = new Draft({ storage: memoryStorage() });
  const rows = [
    { number: 1, name: 'One', text: 'Swifts.' },
    { number: 2, name: 'Two', text: 'Gulls.' },
  ];
  draft.addBatch(fieldsOfBatch('Two', rows, []));
  const ids = (): string[] => draft.batchItems().map(({ generationId }) => generationId);
  const first = ids();
  expect(ids()).toEqual(first);
  draft.toMarkStarted()();
  draft.change({ visualPacing: 'FAST' });
  const second = ids();
  expect(second.some((id) => first.includes(id))).toBe(false);
  expect(ids()).toEqual(second);
});

test('a deleted draft comes back where it was, and a way back leads to the draft it is about', () => {
  const storage = memoryStorage();
  const draft = new Draft({ storage });
  draft.write('Swifts.');
  const { place } = draft;
  const undoWords = draft.wayBack(() => {
    draft.write('Swallows.');
  });
  draft.add();
  draft.write('Gulls.');
  const undoDelete = draft.remove(place);
  expect(draft.list.map(({ name }) => name)).toEqual(['Gulls.']);
  undoWords();
  expect(draft.text).toBe('Gulls.');
  draft.choose('clip');
  undoDelete();
  expect([draft.workflow, draft.text]).toEqual(['script', 'Swifts.']);
  expect(new Draft({ storage }).list.map(({ name }) => name)).toEqual(['Swifts.', 'Gulls.']);
  draft.choose('clip');
  undoWords();
  expect([draft.workflow, draft.text]).toEqual(['script', 'Swallows.']);
});

test('controls that read their value once begin anew when all fields are replaced, not with each change', () => {
  const draft = new Draft({ storage: memoryStorage() });
  const keys = [draft.formKey];
  const isAnew = () => keys.push(draft.formKey) > 0 && keys.at(-1) !== keys.at(-2);
  draft.change({ durationSeconds: 5 });
  expect(isAnew()).toBe(false);
  draft.replace({ ...draft.fields, durationSeconds: 8 });
  expect(isAnew()).toBe(true);
  draft.replace(emptyDraft);
  draft.addFilled({ ...emptyDraft, durationSeconds: 9 });
  expect(isAnew()).toBe(true);
  draft.use('hosted');
  expect(isAnew()).toBe(true);
  draft.reread();
  expect(isAnew()).toBe(false);
});

test('a draft that was changed and has no name is not overwritten by one that is filled in', () => {
  const visualStyle = { ...emptyDraft.visualStyle, aiStyle: 'Pencil' };
  for (const change of [{ materials: [material('a')] }, { visualStyle }, { remixDrafts: [] }]) {
    const draft = new Draft({ storage: memoryStorage() });
    draft.change(change);
    draft.addFilled({ ...emptyDraft, script: 'Gulls.' });
    expect(draft.list.map(({ name }) => name)).toEqual([null, 'Gulls.']);
    draft.open(draft.list[0] ?? draft.place);
    expect(draft.fields).toMatchObject(change);
    draft.add();
    draft.addFilled({ ...emptyDraft, script: 'Terns.' });
    expect(draft.list.map(({ name }) => name)).toEqual([null, 'Gulls.', 'Terns.']);
  }
});

test('a draft that is not shown is changed where it is, and not once it is gone', () => {
  const storage = memoryStorage();
  const draft = new Draft({ storage });
  const { place } = draft;
  draft.add();
  draft.changeAt(place, { script: 'Swifts.' });
  expect([draft.text, draft.list.map(({ name }) => name)]).toEqual(['', ['Swifts.', null]]);
  draft.use('hosted');
  expect(draft.addMaterials([material('a')], place)).toBe(0);
  expect(idsOf(draft)).toBe('');
  draft.use('local');
  draft.open(place);
  expect([draft.text, idsOf(draft)]).toEqual(['Swifts.', 'a']);
  draft.remove(place);
  draft.changeAt(place, { script: 'Gulls.' });
  expect([draft.fieldsAt(place), draft.text]).toEqual([null, '']);
});
