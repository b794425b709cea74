import { createHash } from 'node:crypto';
import type { EngineVoice } from '@dailies/media';
import { primaryLanguage } from '@dailies/media/script';
import type { TtsVoice } from '../../src-shared/api/resources.ts';
import { invalidParameter } from '../api-error.ts';

/** A voice as the API shows it, with its key in the engine. */
export interface CatalogueVoice {
  readonly voice: TtsVoice;
  readonly voiceKey: string;
}

export interface CatalogueLanguage {
  readonly languageCode: string;
  readonly name: string;
}

/** Returns the same id for a voice at every start. */
function idOf(voiceKey: string): string {
  return `vg_voic_${createHash('sha256').update(voiceKey).digest('hex').slice(0, 16)}`;
}

function toCatalogueVoice(voice: EngineVoice): CatalogueVoice {
  const { voiceKey, gender, restriction, ...shown } = voice;
  return {
    voiceKey,
    voice: {
      ...shown,
      voiceId: idOf(voiceKey),
      displayGender: gender,
      supportsDirectToolExecution: restriction !== 'videos_only',
      isDeprecated: restriction === 'deprecated',
    },
  };
}

function languagesOf(voices: readonly EngineVoice[]): CatalogueLanguage[] {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const codes = new Set(voices.map((voice) => primaryLanguage(voice.languageCode)));
  return [...codes]
    .filter((code) => code !== null)
    .map((languageCode) => ({ languageCode, name: names.of(languageCode) ?? languageCode }))
    .sort((left, right) => left.name.localeCompare(right.name, 'en'));
}

/** The voices in catalogue order and the languages they speak. */
export class VoiceCatalogue {
  readonly voices: readonly CatalogueVoice[];
  readonly languages: readonly CatalogueLanguage[];

  constructor(voices: readonly EngineVoice[]) {
    this.voices = voices.map(toCatalogueVoice);
    this.languages = languagesOf(voices);
  }

  /**
   * Finds a voice by id or display name, ignoring spaces around and case.
   * @throws ApiError 400 (specification §4.1).
   */
  #find(idOrName: string): CatalogueVoice {
    const wanted = idOrName.trim().toLowerCase();
    const found = this.voices.find(
      ({ voice }) => voice.voiceId === idOrName.trim() || voice.displayName.trim().toLowerCase() === wanted,
    );
    if (!found) throw invalidParameter('voiceId', 'names no voice of the catalogue');
    return found;
  }

  /**
   * Chooses voice and language. Null leaves the choice to the engine, which detects the language from the script and
   * picks the best voice for it.
   * @throws ApiError 400 if either is unknown or they do not match.
   */
  chooseNarration(wanted: { voiceId?: string | null | undefined; language?: string | undefined }): {
    readonly voiceKey: string | null;
    readonly languageCode: string | null;
  } {
    const language = wanted.language === undefined ? null : primaryLanguage(wanted.language);
    const isSpoken = this.languages.some(({ languageCode }) => languageCode === language);
    if (wanted.language !== undefined && !isSpoken) {
      throw invalidParameter('language', 'is none of the supported languages');
    }
    const languageCode = wanted.language ?? null;
    if (wanted.voiceId === undefined || wanted.voiceId === null) return { voiceKey: null, languageCode };
    const { voice, voiceKey } = this.#find(wanted.voiceId);
    if (voice.supportsAllLanguages) return { voiceKey, languageCode };
    if (language !== null && language !== primaryLanguage(voice.languageCode)) {
      throw invalidParameter('voiceId', `names a voice that only speaks ${voice.languageCode}`);
    }
    return { voiceKey, languageCode: languageCode ?? voice.languageCode };
  }
}
