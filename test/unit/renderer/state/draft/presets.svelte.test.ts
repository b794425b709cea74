// @vitest-environment runes
import { expect, test } from 'vitest';
import { type DraftFields, emptyDraft } from '../../../../../src-renderer/state/draft/draft-fields.ts';
import { Presets, withSettings } from '../../../../../src-renderer/state/draft/presets.svelte.ts';
import { fullStorage, memoryStorage } from '../fake-client.ts';

const still = {
  materialId: 'still',
  displayName: 'still.jpg',
  kind: 'image' as const,
  sizeBytes: 1,
  mediaPath: 'materials/still',
};
const draft: DraftFields = {
  ...emptyDraft,
  script: 'Swifts.',
  materials: [still],
  logo: still,
  remixFiles: [still],
  slideScripts: ['Swifts.'],
  voiceId: 'Matilda',
  aspectRatio: '9:16',
  remixDrafts: [
    { id: 'zoom', type: 'ADD_ZOOM', values: {} },
    { id: 'logo', type: 'SET_LOGO', values: { fileId: 'still' } },
  ],
};

test('a preset keeps the settings of a form and none of its words and files', () => {
  const storage = memoryStorage();
  const presets = new Presets({ storage });
  presets.save('script', 'Vertical', draft);
  const [kept] = new Presets({ storage }).listOf('script');
  expect(JSON.stringify(kept)).not.toMatch(/Swifts|still/);
  expect(presets.listOf('clip')).toEqual([]);
  const applied = withSettings({ ...emptyDraft, script: 'Gulls.', voiceSpeed: 2 }, kept?.settings ?? draft);
  expect(applied).toMatchObject({ script: 'Gulls.', materials: [], voiceId: 'Matilda', aspectRatio: '9:16' });
  expect(applied.remixDrafts.map(({ type }) => type)).toEqual(['ADD_ZOOM']);
  // Values that the preset leaves to the service become unset again.
  expect(applied.voiceSpeed).toBeUndefined();
});

test('presets are replaced by name, renamed unless the name is taken, deleted and brought back', () => {
  const presets = new Presets({ storage: memoryStorage() });
  const names = () => presets.listOf('script').map(({ name }) => name);
  presets.save('script', 'Vertical', draft);
  const undo = presets.save('script', 'Vertical', { ...draft, aspectRatio: '1:1' });
  expect(presets.listOf('script').map(({ settings }) => settings.aspectRatio)).toEqual(['1:1']);
  undo();
  expect(presets.listOf('script').map(({ settings }) => settings.aspectRatio)).toEqual(['9:16']);
  presets.save('script', 'Wide', emptyDraft);
  const [vertical] = presets.listOf('script');
  if (!vertical) throw new Error('There must be a preset.');
  expect(presets.rename(vertical, 'Wide')).toBe(false);
  expect(presets.rename(vertical, 'Upright')).toBe(true);
  expect(names()).toEqual(['Upright', 'Wide']);
  const bringBack = presets.remove(vertical.presetId);
  expect(names()).toEqual(['Wide']);
  bringBack();
  expect(names()).toEqual(['Upright', 'Wide']);
  presets.use('hosted');
  expect(names()).toEqual([]);
});

test('taking one preset back leaves what was done with the others and with its name', () => {
  const presets = new Presets({ storage: memoryStorage() });
  const all = () => presets.listOf('script').map(({ name, settings }) => `${name} ${settings.aspectRatio}`);
  presets.save('script', 'Vertical', draft);
  const undoReplaced = presets.save('script', 'Vertical', { ...draft, aspectRatio: '1:1' });
  presets.save('script', 'Wide', emptyDraft);
  const [vertical] = presets.listOf('script');
  if (!vertical) throw new Error('There must be a preset.');
  presets.rename(vertical, 'Upright');
  undoReplaced();
  expect(all()).toEqual(['Upright 9:16', 'Wide 16:9']);
  const undoNew = presets.save('script', 'Square', { ...draft, aspectRatio: '1:1' });
  const bringBack = presets.remove(vertical.presetId);
  undoReplaced();
  expect(all()).toEqual(['Square 1:1', 'Wide 16:9']);
  presets.save('script', 'Tall', draft);
  bringBack();
  undoNew();
  expect(all()).toEqual(['Tall 9:16', 'Upright 9:16', 'Wide 16:9']);
});

test('presets stay where the storage is full, on another connection and when another page changes the storage', () => {
  const presets = new Presets({ storage: fullStorage() });
  const names = () => presets.listOf('script').map(({ name }) => name);
  presets.save('script', 'Vertical', draft);
  presets.use('hosted');
  expect(names()).toEqual([]);
  presets.use('local');
  presets.reread();
  expect(names()).toEqual(['Vertical']);
});
