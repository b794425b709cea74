import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type Entry, open, type ZipFile } from 'yauzl';
import { ApiError } from '../../api-error.ts';

const openZip = promisify<string, { lazyEntries: true; autoClose: false }, ZipFile>(open);
const maxSlides = 500;
const maxSlideBytes = 4 * 1024 * 1024;
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

async function readEntry(zip: ZipFile, entry: Entry): Promise<string> {
  const openStream = promisify(zip.openReadStream.bind(zip)) as (
    entry: Entry,
  ) => Promise<NodeJS.ReadableStream>;
  return text(await openStream(entry));
}

function nextEntry(zip: ZipFile): Promise<Entry | null> {
  return new Promise((resolve, reject) => {
    zip
      .once('entry', resolve)
      .once('end', () => resolve(null))
      .once('error', reject);
    zip.readEntry();
  });
}

/** Returns the words on each slide of a PowerPoint file, in order. @throws ApiError for a damaged file */
export async function readSlideTexts(path: string): Promise<string[]> {
  const slides = new Map<number, string>();
  try {
    const zip = await openZip(path, { lazyEntries: true, autoClose: false });
    try {
      for (let entry = await nextEntry(zip); entry && slides.size < maxSlides; entry = await nextEntry(zip)) {
        const number = slideName.exec(entry.fileName)?.[1];
        if (number === undefined || entry.uncompressedSize > maxSlideBytes) continue;
        slides.set(Number(number), wordsOf(await readEntry(zip, entry)));
      }
    } finally {
      zip.close();
    }
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new ApiError(400, 'invalid_parameters', `The slideshow cannot be read: ${message}`);
  }
  return [...slides].sort(([left], [right]) => left - right).map(([, words]) => words);
}
