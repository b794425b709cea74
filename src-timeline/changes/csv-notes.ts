import { parseTimecode } from '../model/timecode.ts';
import type { Timeline } from '../model/timeline.ts';
import type { ReviewNote } from './review-notes.ts';

/** Names of columns in lower case, best first: those of Frame.io, then of Premiere's and other lists of markers. */
const columns = {
  time: ['timecode in', 'timecode', 'timecode source', 'in', 'record in', 'start', 'time'],
  text: ['comment', 'comments', 'description', 'notes', 'note', 'text', 'marker name', 'name'],
  author: ['commenter', 'author', 'user', 'reviewer'],
  done: ['completed', 'resolved', 'done'],
} as const;

/**
 * Reads the notes of a table with commas, semicolons or tabs, as review tools export them. Rows without a time or a text
 * are left out.
 * @returns null for a table without such columns.
 */
export function notesOfCsv(text: string, cut: Timeline): readonly ReviewNote[] | null {
  const [header = [], ...rows] = rowsOf(text.replace(/^\uFEFF/, ''));
  const names = header.map((name) => name.trim().toLowerCase());
  const indexesOf = (wanted: readonly string[]): readonly number[] =>
    wanted.map((name) => names.indexOf(name)).filter((index) => index !== -1);
  const found = {
    time: indexesOf(columns.time),
    text: indexesOf(columns.text),
    author: indexesOf(columns.author),
    done: indexesOf(columns.done),
  };
  if (found.time.length === 0 || found.text.length === 0) return null;
  return rows.flatMap((row): readonly ReviewNote[] => {
    const valueOf = (indexes: readonly number[]): string =>
      indexes.map((index) => row[index]?.trim() ?? '').find((value) => value !== '') ?? '';
    const frame = frameOf(valueOf(found.time), cut);
    const said = valueOf(found.text);
    if (frame === null || said === '') return [];
    const author = valueOf(found.author);
    const isDone = /^(?:true|yes|1|completed|done|resolved)$/i.test(valueOf(found.done));
    return [{ frame, text: said, author: author === '' ? null : author, isDone }];
  });
}

/** Reads a timecode, which counts from the sequence's own start or from zero, or hours, minutes and seconds. */
function frameOf(text: string, { frameRate, startFrame, isDropFrame }: Timeline): number | null {
  const clock = /^(?:(\d{1,2}):)?(\d{1,2}):(\d{1,2}(?:[.,]\d+)?)$/.exec(text);
  if (clock) {
    const [, hours = '0', minutes = '0', seconds = '0'] = clock;
    const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds.replace(',', '.'));
    return Math.round((whole * frameRate.numerator) / frameRate.denominator);
  }
  try {
    const { frames } = parseTimecode(text, frameRate, isDropFrame);
    return frames >= startFrame ? frames - startFrame : frames;
  } catch {
    return null;
  }
}

/** Splits a table into its rows and cells. A cell in quotes may have separators, line feeds and doubled quotes. */
function rowsOf(text: string): readonly (readonly string[])[] {
  const [first = ''] = text.split('\n');
  const separator = ['\t', ';', ','].find((one) => first.includes(one)) ?? ',';
  const rows: string[][] = [[]];
  const cells = new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}\r\n]*))(${separator}|\r?\n|$)`, 'gy');
  for (const [whole, quoted, plain = '', end] of text.matchAll(cells)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== separator && end !== '') rows.push([]);
    if (whole === '' || end === '') break;
  }
  return rows.filter((row) => row.some((cell) => cell !== ''));
}
