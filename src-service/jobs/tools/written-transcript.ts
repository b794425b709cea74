import { samplesPerSecond, type SpokenWord } from '@dailies/media/project';
import { writtenWords } from '@dailies/media/script';
import type { z } from 'zod';
import type { transcriptSchema } from '../../../src-shared/api/common.ts';

type TranscriptWord = z.output<typeof transcriptSchema>['words'][number];

interface Span {
  start: number;
  end: number;
}

const least = 0.01;

/** Returns the time span of each written word; null if no spoken word comes from it. */
function spansOf(
  words: readonly { readonly start: number; readonly end: number }[],
  spoken: readonly SpokenWord[],
  sourceOf: (offset: number) => number,
): (Span | null)[] {
  const spans: (Span | null)[] = words.map(() => null);
  let index = 0;
  for (const { textStart, startSample, endSample } of spoken) {
    // Both lists are in order except for a word or two, so the next match is always close.
    const source = sourceOf(textStart);
    while (index > 0 && (words[index]?.start ?? 0) > source) index -= 1;
    while (index + 1 < words.length && (words[index + 1]?.start ?? 0) <= source) index += 1;
    const span = spans[index];
    const start = startSample / samplesPerSecond;
    const end = endSample / samplesPerSecond;
    if (span) span.end = Math.max(span.end, end);
    else if (index < spans.length) spans[index] = { start, end };
  }
  return spans;
}

/** Divides a word's time among it and the following words without a span. */
function shareOut(spans: readonly (Span | null)[]): Span[] {
  const shared: Span[] = [];
  for (let index = 0; index < spans.length;) {
    let next = index + 1;
    while (next < spans.length && spans[next] === null) next += 1;
    const span = spans[index] ?? { start: 0, end: spans[next]?.start ?? least };
    const step = (span.end - span.start) / (next - index);
    for (let place = 0; place < next - index; place += 1) {
      shared.push({ start: span.start + place * step, end: span.start + (place + 1) * step });
    }
    index = next;
  }
  return shared;
}

/**
 * Returns the words of a text as written, with the times at which they or their replacements are heard.
 * @param spoken words with positions in the spoken text
 * @param sourceOf maps positions in the spoken text to the written text
 * @param shiftSeconds start of the recording
 */
export function writtenTranscript(
  written: string,
  languageCode: string,
  spoken: readonly SpokenWord[],
  sourceOf: (offset: number) => number,
  shiftSeconds: number,
): TranscriptWord[] {
  const words = writtenWords(written, languageCode);
  const spans = shareOut(spansOf(words, spoken, sourceOf));
  let earliest = 0;
  return words.map(({ start, end }, index) => {
    const span = spans[index] ?? { start: earliest, end: earliest };
    const startSeconds = Math.max(earliest, span.start);
    const endSeconds = Math.max(startSeconds + least, span.end);
    earliest = endSeconds;
    const round = (seconds: number) => Math.round((seconds + shiftSeconds) * 1000) / 1000;
    return {
      startSeconds: round(startSeconds),
      endSeconds: round(endSeconds),
      word: written.slice(start, end),
    };
  });
}
