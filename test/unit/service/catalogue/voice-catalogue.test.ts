import { expect, onTestFinished, test } from 'vitest';
import { createMediaEngine } from '../../../../src-media/create-media-engine.ts';
import { ActorVoices } from '../../../../src-service/catalogue/actor-voices.ts';
import { builtInEntities } from '../../../../src-service/catalogue/built-in/built-in-entities.ts';
import { VoiceCatalogue } from '../../../../src-service/catalogue/voice-catalogue.ts';
import type { TtsVoice } from '../../../../src-shared/api/resources.ts';
import { fakeVoices } from '../../../fakes/media-engine/fake-media-engine.ts';

const catalogue = new VoiceCatalogue(fakeVoices);
const refusal = expect.objectContaining({ status: 400, code: 'invalid_parameters' });

test('ids are the same at every start and differ from voice to voice', () => {
  const ids = (from: VoiceCatalogue) => from.voices.map(({ voice }) => voice.voiceId);
  expect(ids(new VoiceCatalogue(fakeVoices))).toEqual(ids(catalogue));
  expect(new Set(ids(catalogue)).size).toBe(fakeVoices.length);
});

test('a voice is found by id and by name, trimmed and in any case', () => {
  const { voiceId } = catalogue.voices[2]?.voice ?? { voiceId: '' };
  for (const name of [voiceId, ` ${voiceId} `, 'Carmen', '  cARMEN\t']) {
    expect(catalogue.chooseNarration({ voiceId: name }).voiceKey).toBe('es-c');
  }
});

test('an unknown voice is refused, and so is part of a name', () => {
  for (const voiceId of ['Nobody', 'Carm', '', ' ']) {
    expect(() => catalogue.chooseNarration({ voiceId })).toThrow(refusal);
  }
});

test('a voice of one language speaks it; a voice of all leaves the language open', () => {
  expect(catalogue.chooseNarration({ voiceId: 'Carmen' }).languageCode).toBe('es-ES');
  expect(catalogue.chooseNarration({ voiceId: 'Dorn' }).languageCode).toBeNull();
  expect(catalogue.chooseNarration({ voiceId: 'Dorn', language: 'es' }).languageCode).toBe('es');
  expect(catalogue.chooseNarration({})).toEqual({ voiceKey: null, languageCode: null });
});

test('a language nobody speaks, a tag that is none, and a voice of another language are refused', () => {
  for (const wanted of [
    { language: 'ja' },
    { language: 'not a tag' },
    { voiceId: 'Carmen', language: 'en-GB' },
  ]) {
    expect(() => catalogue.chooseNarration(wanted)).toThrow(refusal);
  }
  expect(() => catalogue.chooseNarration({ voiceId: 'Alba', language: 'en-US' })).not.toThrow();
});

test('languages stand once each under their short code, by name', () => {
  expect(catalogue.languages).toEqual([
    { languageCode: 'en', name: 'English' },
    { languageCode: 'de', name: 'German' },
    { languageCode: 'es', name: 'Spanish' },
  ]);
});

test('of the built-in voices two are deprecated and two are for videos only, and no actor has one of them', async () => {
  const engine = await createMediaEngine({});
  onTestFinished(() => engine.dispose());
  const builtIn = new VoiceCatalogue(await engine.voices());
  const namesOf = (isMeant: (voice: TtsVoice) => boolean) =>
    builtIn.voices.flatMap(({ voice }) => (isMeant(voice) ? [voice.displayName] : []));
  const deprecated = namesOf((voice) => voice.isDeprecated);
  const indirect = namesOf((voice) => !voice.supportsDirectToolExecution);
  expect([deprecated.length, indirect.length, new Set([...deprecated, ...indirect]).size]).toEqual([2, 2, 4]);
  for (const voiceId of [...deprecated, ...indirect]) {
    expect(builtIn.chooseNarration({ voiceId }).voiceKey).not.toBeNull();
  }
  const actorVoices = new ActorVoices(builtIn.voices);
  const lent = builtInEntities.map(({ entity }) => actorVoices.voiceOf(entity)?.voice.displayName);
  expect(lent.filter((name) => [...deprecated, ...indirect].includes(name ?? ''))).toEqual([]);
});
