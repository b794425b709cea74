import { expect, test } from 'vitest';
import { setLogo } from '../../../../src-media/edit/set-logo.ts';
import { setMusic } from '../../../../src-media/edit/set-music.ts';
import { disableCaptions, enableCaptions } from '../../../../src-media/edit/show-captions.ts';
import { projectContentSchema } from '../../../../src-service/store/records/project-content-schema.ts';
import { twoScenes } from '../../../fakes/services/store-fixture.ts';

test('music is set, changed in what is given, kept in the rest, and removed by null', () => {
  const set = setMusic(twoScenes, { fileId: 'a' });
  expect(set.music).toEqual({ fileId: 'a', volume: 0.3 });
  expect(setMusic(set, { volume: 0.7 }).music).toEqual({ fileId: 'a', volume: 0.7 });
  expect(setMusic(setMusic(set, { volume: 0.7 }), { fileId: 'b', volume: null }).music).toEqual({
    fileId: 'b',
    volume: 0.7,
  });
  expect(setMusic(set, { fileId: 'a', volume: 0 }).music?.volume).toBe(0);
  expect(setMusic(set, { fileId: null }).music).toBeNull();
  expect(setMusic(twoScenes, { volume: 0.5 }).music).toBeNull();
});

test('music of a project that nobody speaks in is as loud as other sound', () => {
  const scenes = twoScenes.scenes.map((scene) => ({ ...scene, speechFileId: null }));
  expect(setMusic({ ...twoScenes, scenes }, { fileId: 'a' }).music).toEqual({ fileId: 'a', volume: 1 });
});

test('a logo is set, moved without naming it again, and removed by null', () => {
  const set = setLogo(twoScenes, { fileId: 'a', sizePercent: 30 });
  expect(set.logo).toEqual({ fileId: 'a', position: 'TOP_RIGHT', sizePercent: 30 });
  const moved = setLogo(set, { position: 'BOTTOM_CENTER', sizePercent: null });
  expect(moved.logo).toEqual({ fileId: 'a', position: 'BOTTOM_CENTER', sizePercent: 30 });
  expect(setLogo(moved, { fileId: null, position: 'TOP_LEFT' }).logo).toBeNull();
});

test('a caption style is merged field by field and outlives being hidden', () => {
  const large = enableCaptions(twoScenes, { fontSize: 90, textColor: { red: 1, green: 2, blue: 3 } });
  const plain = enableCaptions(large, { textColor: { red: 9, green: 9, blue: 9 } });
  expect(plain.captionStyle).toEqual({ fontSize: 90, textColor: { red: 9, green: 9, blue: 9 } });
  const hidden = disableCaptions(plain);
  expect(hidden.captionStyle).toBeNull();
  const stored = projectContentSchema.parse(JSON.parse(JSON.stringify(disableCaptions(hidden))));
  expect(enableCaptions(stored, null)).toEqual(plain);
  expect(enableCaptions(stored, { fontSize: 10 }).captionStyle).toMatchObject({ fontSize: 10 });
});
