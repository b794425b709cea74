import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GlobalFonts } from '@napi-rs/canvas';
import { fontIndexUrls } from './font-packages.ts';
import type { FontSource } from './font-sources.ts';
import { readCmap } from './read-cmap.ts';

/** One file of a typeface, with a range of its letters. */
export interface FontSubset {
  /** Family name under which the file is registered; unique per file. */
  readonly alias: string;
  readonly path: string;
  /** True if the file has a letter. Trusts the package for everyday letters and reads the font for others. */
  has(codePoint: number): boolean;
}

/** The files of a typeface, in the order its package lists them. */
export function subsetsOf(source: FontSource): FontSubset[] {
  const indexPath = fileURLToPath(fontIndexUrls[source.name]());
  const ranges = JSON.parse(readFileSync(indexPath, 'utf8')) as Record<string, string>;
  return Object.entries(ranges).map(([key, list]) => {
    const file = `${source.name}-${key.replace(/[[\]]/g, '')}-${source.axes}-${source.slope}`;
    const path = join(dirname(indexPath), 'files', `${file}.woff2`);
    return { alias: `face-${file}`, path, has: coverageOf(source, list, path) };
  });
}

/** Registers a file with the canvas under its alias. The canvas library has one registry for all threads. */
export function registerSubset(subset: FontSubset): void {
  if (GlobalFonts.has(subset.alias)) return;
  GlobalFonts.register(readFileSync(subset.path), subset.alias);
}

/**
 * Returns a test for the letters of a file, from its package's CSS unicode-range such as `U+0301,U+0400-045F`. Packages
 * list more letters than they have, so the test looks rarer letters up in the font.
 */
function coverageOf(source: FontSource, unicodeRange: string, path: string): (codePoint: number) => boolean {
  const ranges = unicodeRange.split(',').map((range) => {
    const [first = '', last = first] = range.trim().slice(2).split('-');
    return { first: parseInt(first, 16), last: parseInt(last, 16) };
  });
  let letters: ReadonlySet<number> | null = null;
  const isReallyThere = (codePoint: number) => {
    letters ??= readCmap(readFileSync(path));
    return letters.has(codePoint);
  };
  return (codePoint) =>
    ranges.some(({ first, last }) => codePoint >= first && codePoint <= last) &&
    (isEveryday(source, codePoint) || isReallyThere(codePoint));
}

/** True for letters that need no look-up in the font. */
function isEveryday({ everydayLetters }: FontSource, codePoint: number): boolean {
  if (codePoint < 0x7f || (codePoint > 0xa0 && codePoint <= 0xff)) return true;
  return everydayLetters?.test(String.fromCodePoint(codePoint)) ?? false;
}
