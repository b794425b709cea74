import { lstat } from 'node:fs/promises';
import { dirname, format, parse } from 'node:path';
import { readSrt } from '../../src-timeline/formats/captions/srt.ts';
import type { Caption } from '../../src-timeline/model/timeline.ts';
import { readRegularFile } from '../foundation/files/read-foreign-file.ts';
import { decodeText } from './decode-text.ts';
import { readWebVtt } from './read-web-vtt.ts';
import { timedWordsOf, type Transcript } from './timed-words.ts';

/** Upper limit of caption files; a larger file is something else. */
const maxBytes = 8 * 1024 * 1024;
const extensions = ['.srt', '.vtt', '.SRT', '.VTT'];
/** These captions have times in milliseconds, so a frame is one millisecond. */
const milliseconds = { numerator: 1000, denominator: 1 };

/** Finds the caption file beside a movie or sound, under the same name; null without one. */
export async function findSideCar(mediaPath: string): Promise<string | null> {
  const { name } = parse(mediaPath);
  for (const ext of extensions) {
    const path = format({ dir: dirname(mediaPath), name, ext });
    const facts = await lstat(path).catch(() => null);
    if (facts?.isFile() === true && facts.size > 0 && facts.size <= maxBytes) return path;
  }
  return null;
}

/**
 * Reads the spoken words from a SubRip or WebVTT file; null if it has no words. Their language is unknown. Skips broken
 * cues.
 * @param languages as of `decodeText`.
 * @throws AppError `file_unreadable`, `file_type_unsupported`; TimelineParseError for a file
 * without any times.
 */
export async function readTranscript(path: string, languages: readonly string[]): Promise<Transcript | null> {
  const displayName = parse(path).base;
  const bytes = await readRegularFile(path, { limitBytes: maxBytes });
  const words = timedWordsOf(readCaptions(decodeText(bytes, displayName, languages)));
  return words.length === 0 ? null : { languageCode: null, words };
}

/** Reads captions by their content, because either form occurs under the name of the other. */
function readCaptions(text: string): readonly Caption[] {
  return readWebVtt(text) ?? readSrt(text, milliseconds, '').captions;
}
