import { primaryLanguage } from '@dailies/media/script';
import type { Entity, VoiceWish } from '../store/records/entity.ts';
import type { CatalogueVoice } from './voice-catalogue.ts';

/** Voices of the built-in actors, chosen from the unrestricted voices on this machine so that each one exists. */
export class ActorVoices {
  readonly #voices: readonly CatalogueVoice[];

  constructor(voices: readonly CatalogueVoice[]) {
    this.#voices = voices.filter(({ voice }) => voice.supportsDirectToolExecution && !voice.isDeprecated);
  }

  /** Null for a team's actors, which have no voice of their own, and on a machine without voices. */
  voiceOf(entity: Entity): CatalogueVoice | null {
    const wish = entity.builtIn?.actor?.voice;
    return wish ? choose(this.#voices, wish) : null;
  }

  /**
   * Returns the wished voice if it speaks the language, else a voice that does, preferring the same gender. Null if
   * none does.
   * @param voiceKey key of the wished voice.
   */
  voiceKeyIn(languageCode: string, voiceKey: string): string | null {
    const language = primaryLanguage(languageCode);
    const wished = this.#voices.find((voice) => voice.voiceKey === voiceKey);
    const speaking = this.#voices.filter(({ voice }) => primaryLanguage(voice.languageCode) === language);
    if (!wished || wished.voice.supportsAllLanguages || speaking.includes(wished)) return voiceKey;
    const { displayGender } = wished.voice;
    const alike = speaking.find(({ voice }) => voice.displayGender === displayGender);
    return (alike ?? speaking[0])?.voiceKey ?? null;
  }
}

/** Picks from the best group: language and region with gender, language with gender, language, gender, all. */
function choose(voices: readonly CatalogueVoice[], wish: VoiceWish): CatalogueVoice | null {
  const languageOf = (code: string) => code.split('-')[0];
  const isSame = ({ voice }: CatalogueVoice) => voice.languageCode === wish.languageCode;
  const isNear = ({ voice }: CatalogueVoice) =>
    languageOf(voice.languageCode) === languageOf(wish.languageCode);
  const isAlike = ({ voice }: CatalogueVoice) => voice.displayGender === wish.gender;
  const groups = [
    voices.filter((voice) => isSame(voice) && isAlike(voice)),
    voices.filter((voice) => isNear(voice) && isAlike(voice)),
    voices.filter((voice) => isNear(voice)),
    voices.filter((voice) => isAlike(voice)),
    voices,
  ];
  const fitting = groups.find((group) => group.length > 0) ?? [];
  return fitting[wish.turn % fitting.length] ?? null;
}
