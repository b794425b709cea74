import { expect, test } from 'vitest';
import type { EngineVoice } from '../../../../src-media/media-engine.ts';
import { chooseVoice } from '../../../../src-media/speech/choose-voice.ts';

function voices(...languageCodes: readonly string[]): EngineVoice[] {
  return languageCodes.map((languageCode, index) => ({
    voiceKey: `${index}`,
    displayName: languageCode,
    languageCode,
    gender: 'NEUTRAL',
    accent: null,
    description: null,
    supportsAllLanguages: false,
  }));
}

test.each([
  ['en', ['en-GB', 'en-US', 'en-US'], '1'],
  ['en-GB', ['en-US', 'en-GB'], '1'],
  ['pt', ['pt-PT', 'pt-BR'], '1'],
  ['es-MX', ['es-ES', 'es-419'], '0'],
  ['no', ['da', 'nb'], '1'],
  ['zh-Hant-TW', ['zh-CN'], '0'],
  ['not a tag!', ['de-DE', 'en-US'], '1'],
])('for %s of %j the voice %s is chosen', (languageCode, catalogue, expected) => {
  expect(chooseVoice(voices(...catalogue), languageCode)?.voiceKey).toBe(expected);
});

test('a language without a voice gets none', () => {
  expect(chooseVoice(voices('de-DE'), 'fr')).toBeNull();
});
