import { text } from 'node:stream/consumers';
import { openPromise, type ZipFile } from 'yauzl';
import { MediaError } from '../../media-error.ts';
import { deckLimits } from '../open-limits.ts';

const maxSlides = 500;
const maxSlideBytes = 4 * 1024 * 1024;
/** Limit of all slides together. More may be crafted to exhaust memory and time. */
const maxUnpackedBytes = 64 * 1024 * 1024;
const slideName = /^ppt\/slides\/slide(\d+)\.xml$/u;
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function unescaped(escaped: string): string {
  return escaped.replaceAll(/&(lt|gt|quot|apos|amp);/gu, (_, name: string) => entities[name] ?? '');
}

/** Returns the text runs of a slide, one paragraph per line (ECMA-376 part 1 §21.1.2). */
function wordsOf(xml: string): string {
  return xml
    .split('</a:p>')
    .map((part) => [...part.matchAll(/<a:t>([^<]*)<\/a:t>/gu)].map(([, run = '']) => unescaped(run)).join(''))
    .filter((line) => line.trim() !== '')
    .join('\n');
}

/** Returns the words by the number of the slide. */
async function readSlides(zip: ZipFile): Promise<Map<number, string>> {
  if (zip.entryCount > deckLimits.parts) {
    throw new MediaError('media_too_large', 'The slideshow has too many parts.');
  }
  const slides = new Map<number, string>();
  let unpackedBytes = 0;
  for await (const entry of zip.eachEntry()) {
    const number = slideName.exec(entry.fileName)?.[1];
    if (number === undefined || entry.uncompressedSize > maxSlideBytes) continue;
    unpackedBytes += entry.uncompressedSize;
    if (slides.size === maxSlides || unpackedBytes > maxUnpackedBytes) break;
    slides.set(Number(number), wordsOf(await text(await zip.openReadStreamPromise(entry))));
  }
  return slides;
}

/**
 * Returns the words on each slide of a PowerPoint file, in order; of a very large file, those of its first slides.
 * @throws MediaError `unreadable_media` for a damaged file, `media_too_large` for one with more parts than a deck has
 */
export async function readSlideTexts(path: string): Promise<string[]> {
  try {
    const zip = await openPromise(path, { autoClose: false, lazyEntries: true, validateEntrySizes: true });
    try {
      const slides = await readSlides(zip);
      return [...slides].sort(([left], [right]) => left - right).map(([, words]) => words);
    } finally {
      zip.close();
    }
  } catch (cause) {
    if (cause instanceof MediaError) throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new MediaError('unreadable_media', `The slideshow cannot be read: ${message}`, { cause });
  }
}
