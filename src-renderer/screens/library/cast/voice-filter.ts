import type { Voice } from '../../../../src-shared/contract/catalogue.ts';

/** What of the voices is shown; null and false: no matter. */
export interface VoiceFilter {
  readonly query: string;
  /** A language without its region; voices that speak all languages match each. */
  readonly language: string | null;
  readonly gender: Voice['gender'] | null;
  readonly accent: string | null;
  /** Only voices that can speak by themselves, not just in whole movies. */
  readonly isDirect: boolean;
  readonly isFavourite: boolean;
}

export const everyVoice: VoiceFilter = {
  query: '',
  language: null,
  gender: null,
  accent: null,
  isDirect: false,
  isFavourite: false,
};

/** Returns what names languages by their codes, in a language. A code that is none names itself. */
export function languageNamer(languageTag: string): (languageCode: string) => string {
  const names = new Intl.DisplayNames([languageTag], { type: 'language' });
  return (languageCode) => {
    try {
      return names.of(languageCode) ?? languageCode;
    } catch {
      return languageCode;
    }
  };
}

/** Returns the language of a code without its region. */
export function primaryOf(languageCode: string): string {
  return languageCode.split('-')[0] ?? languageCode;
}

interface Known {
  readonly languageName: (languageCode: string) => string;
  readonly isFavourite: (voiceId: string) => boolean;
}

/** Returns the voices that match, in their order. */
export function filterVoices(
  voices: readonly Voice[],
  filter: VoiceFilter,
  { languageName, isFavourite }: Known,
): readonly Voice[] {
  const words = filter.query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const hasWords = ({ displayName, languageCode, accent, description }: Voice): boolean => {
    const haystack = [displayName, languageCode, languageName(languageCode), accent ?? '', description ?? '']
      .join(' ')
      .toLocaleLowerCase();
    return words.every((word) => haystack.includes(word));
  };
  const speaks = ({ supportsAllLanguages, languageCode }: Voice): boolean =>
    filter.language === null || supportsAllLanguages || primaryOf(languageCode) === filter.language;
  return voices.filter(
    (voice) =>
      speaks(voice) &&
      (filter.gender === null || voice.gender === filter.gender) &&
      (filter.accent === null || voice.accent === filter.accent) &&
      (!filter.isDirect || voice.supportsDirectToolExecution) &&
      (!filter.isFavourite || isFavourite(voice.voiceId)) &&
      hasWords(voice),
  );
}
