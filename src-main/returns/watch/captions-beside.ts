import { extname } from 'node:path';
import { foldName } from '../../../src-timeline/model/fold-name.ts';

/** Captions beside a timeline, by their name. */
export interface CaptionsName {
  readonly name: string;
  /** BCP 47 tag in the name; null without one. */
  readonly languageCode: string | null;
}

/** Timelines of editors that export captions as files of their own. The projects of the others hold or name theirs. */
const timelineSuffixes: ReadonlySet<string> = new Set([
  '.fcpxml',
  '.fcpxmld',
  '.xml',
  '.otio',
  '.otiod',
  '.otioz',
  '.edl',
]);
/** The first is preferred where both have captions of one language. */
const captionSuffixes: readonly string[] = ['.srt', '.vtt'];

const languageTag = /^(.+?)[._]([a-z]{2}(?:[-_][a-z]{4})?(?:[-_](?:[a-z]{2}|\d{3}))?)$/;
const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

const suffixOf = (name: string): string => extname(name).toLowerCase();
const stemOf = (name: string): string => foldName(name.slice(0, name.length - extname(name).length));

/**
 * Decides which captions belong to which timeline of a folder: those of the same name, or of that name and a language
 * such as `.en` or `_pt-BR`, whatever their case and Unicode form. Of several captions in one language, one belongs.
 * @param names of the files and bundles in the folder.
 * @returns captions by the name of the timeline, for those that have any.
 */
export function captionsBeside(names: readonly string[]): ReadonlyMap<string, readonly CaptionsName[]> {
  const shown = names.filter((name) => !/^[.~#]|~$/.test(name));
  const timelines = Map.groupBy(
    shown.filter((name) => timelineSuffixes.has(suffixOf(name))),
    stemOf,
  );
  const found = new Map<string, CaptionsName[]>();
  if (timelines.size === 0) return found;
  for (const suffix of captionSuffixes)
    for (const name of shown.filter((each) => suffixOf(each) === suffix).toSorted()) {
      const { stem, languageCode } = ownerOf(stemOf(name), timelines);
      for (const timeline of timelines.get(stem) ?? []) {
        const known = found.get(timeline) ?? [];
        if (known.some((one) => one.languageCode === languageCode)) continue;
        found.set(timeline, [...known, { name, languageCode }]);
      }
    }
  return found;
}

/** Returns the folded stem of the timeline that captions may belong to, with their language. */
function ownerOf(
  stem: string,
  timelines: ReadonlyMap<string, unknown>,
): { readonly stem: string; readonly languageCode: string | null } {
  const [, shorter = '', tag = ''] = languageTag.exec(stem) ?? [];
  const isTagged = !timelines.has(stem) && timelines.has(shorter);
  const [languageCode = null] = isTagged ? knownLanguages(tag.replaceAll('_', '-')) : [];
  return languageCode === null ? { stem, languageCode } : { stem: shorter, languageCode };
}

/** Returns the canonical form of a tag; empty where its language is unknown. */
function knownLanguages(tag: string): string[] {
  return languageNames.of(tag.slice(0, 2)) === undefined ? [] : Intl.getCanonicalLocales(tag);
}
