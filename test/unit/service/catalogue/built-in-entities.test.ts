import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { characters, findCharacter } from '../../../../src-media/avatars/character/character.ts';
import { chooseLook } from '../../../../src-media/pictures/look/choose-look.ts';
import { ActorVoices } from '../../../../src-service/catalogue/actor-voices.ts';
import { builtInEntities } from '../../../../src-service/catalogue/built-in/built-in-entities.ts';
import { catalogueFolder } from '../../../../src-service/catalogue/catalogue-folder.ts';
import { VoiceCatalogue } from '../../../../src-service/catalogue/voice-catalogue.ts';
import { fakeVoices } from '../../../fakes/media-engine/fake-media-engine.ts';

const entities = builtInEntities.map(({ entity }) => entity);

test('ids never change: projects refer to them', () => {
  expect(entities[0]?.entityId).toBe('vg_enti_057288a946e9');
  expect(entities[0]?.references[0]?.fileId).toBe('vg_file_snX327YjHQk_LtPRIVe1vN');
  expect(new Set(entities.map(({ entityId }) => entityId)).size).toBe(entities.length);
  expect(new Set(builtInEntities.map(({ picture }) => picture.fileId)).size).toBe(entities.length);
});

test('every picture is there in both sizes, as large as its record says, and all together are small', async () => {
  let bytes = 0;
  for (const { picture } of builtInEntities) {
    for (const [name, width, height] of [
      [picture.fileName, picture.width, picture.height],
      [picture.smallFileName, picture.smallWidth, picture.smallHeight],
    ] as const) {
      const file = await readFile(path.join(catalogueFolder(), name));
      expect(await sharp(file).metadata()).toMatchObject({ format: 'webp', width, height });
      bytes += file.byteLength;
    }
  }
  expect(bytes).toBeLessThan(6 * 1024 ** 2);
});

test('every built-in actor is a drawn character, and each character an actor', () => {
  const keys = entities.map(({ builtIn }) => builtIn?.actor?.characterKey).filter((key) => key !== undefined);
  expect(keys).toEqual(characters.map(({ key }) => key));
  for (const key of keys) expect(findCharacter(key)).not.toBeNull();
});

test('every built-in visual style asks for a look of its own', () => {
  const styles = entities.map(({ builtIn }) => builtIn?.styleText).filter((text) => typeof text === 'string');
  const looks = styles.map((text) => chooseLook(text, 'any').name);
  expect(new Set(looks).size).toBe(styles.length);
});

test('the colours of a slideshow theme can be read on each other', () => {
  const light = (hex: string) => {
    const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
    const [red = 0, green = 0, blue = 0] = channels.map((v) =>
      v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one: string, other: string) => {
    const [low = 0, high = 0] = [light(one), light(other)].toSorted((left, right) => left - right);
    return (high + 0.05) / (low + 0.05);
  };
  const themes = entities
    .map(({ builtIn }) => builtIn?.theme)
    .filter((theme) => theme !== null && theme !== undefined);
  for (const { colors } of themes) {
    expect(contrast(colors.ink, colors.paper)).toBeGreaterThan(7);
    expect(contrast(colors.quietInk, colors.paper)).toBeGreaterThan(4.5);
    expect(contrast(colors.onAccent, colors.accent)).toBeGreaterThan(4.2);
  }
});

test('an actor gets the best voice of the machine: language and gender first, anybody rather than nobody', () => {
  const maya = entities.find(({ name }) => name === 'Maya');
  if (!maya) throw new Error('Maya is gone.');
  const chosen = (voices: typeof fakeVoices) =>
    new ActorVoices(new VoiceCatalogue(voices).voices).voiceOf(maya)?.voice.displayName ?? null;
  const keyed = (...keys: string[]) => fakeVoices.filter(({ voiceKey }) => keys.includes(voiceKey));
  expect(chosen(fakeVoices)).toBe('Alba');
  expect(chosen(keyed('en-b', 'es-c'))).toBe('Bram');
  expect(chosen(keyed('es-c', 'any-d'))).toBe('Carmen');
  expect(chosen(keyed('any-d'))).toBe('Dorn');
  expect(chosen([])).toBeNull();
});
