import type { Language, Voice } from '../contract/catalogue.ts';
import type { BatchRow } from '../contract/material.ts';
import { type AspectRatioName, aspectRatioSchema } from '../contract/start-generation.ts';

/** What the service offers; empty lists until they are read. */
export interface Offered {
  readonly languages: readonly Language[];
  readonly voices: readonly Voice[];
}

export const nothingOffered: Offered = { languages: [], voices: [] };

/** What a row of a batch sets for its movie alone, as the table gives it. */
export type RowSettings = Pick<BatchRow, 'language' | 'voice' | 'ratio'>;

const isAlike = (one: string, other: string): boolean => one.toLowerCase() === other.trim().toLowerCase();

function languageOf(wanted: string, { languages }: Offered): string | undefined {
  return languages.find(({ languageCode, name }) => isAlike(languageCode, wanted) || isAlike(name, wanted))
    ?.languageCode;
}

function voiceOf(wanted: string, { voices }: Offered): string | undefined {
  return voices.find(({ voiceId, displayName }) => isAlike(voiceId, wanted) || isAlike(displayName, wanted))
    ?.voiceId;
}

function ratioOf(wanted: string): AspectRatioName | undefined {
  return aspectRatioSchema.safeParse(wanted.replaceAll(/\s/g, '').replace(/[x×/]/, ':')).data;
}

/** Returns the first setting of a row that the service does not offer; null if there is none. */
export function unknownSetting(
  { language, voice, ratio }: RowSettings,
  offered: Offered | null,
): keyof RowSettings | null {
  if (ratio && ratioOf(ratio) === undefined) return 'ratio';
  if (!offered || offered.voices.length === 0) return null;
  if (language && languageOf(language, offered) === undefined) return 'language';
  return voice && voiceOf(voice, offered) === undefined ? 'voice' : null;
}

/** Returns the fields of a draft that a row replaces. */
export function fieldsOfRow(
  { language, voice, ratio }: RowSettings,
  offered: Offered,
): { language?: string; voiceId?: string; aspectRatio?: AspectRatioName } {
  const languageCode = language && languageOf(language, offered);
  const voiceId = voice && voiceOf(voice, offered);
  const aspectRatio = ratio ? ratioOf(ratio) : undefined;
  return {
    ...(languageCode && { language: languageCode }),
    ...(voiceId && { voiceId }),
    ...(aspectRatio && { aspectRatio }),
  };
}
