import { z } from 'zod';
import { usedMedia } from '../../model/placement.ts';
import type { FrameRate } from '../../model/rational-time.ts';
import { channelCountOf, type MediaReference, type Timeline } from '../../model/timeline.ts';
import { readOwnDocument, ownDocumentText } from '../own-document.ts';

const columns = [
  'Reel',
  'Id',
  'File',
  'Location',
  'Kind',
  'Frames',
  'Start frame',
  'Width',
  'Height',
  'Channels',
] as const;

/** Formats a cell, quoted if necessary. Escapes text that looks like a formula. */
function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const plain = typeof value === 'string' && /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** Returns unique reel names of seven letters and digits; older programs take at most eight. */
export function reelsOf(timeline: Timeline): ReadonlyMap<string, string> {
  return new Map(
    usedMedia(timeline).map(({ mediaId }, index) => [mediaId, `M${String(index + 1).padStart(6, '0')}`]),
  );
}

/** Writes what an event list cannot hold: the files, and the sequence itself in a row of its own. */
export function mediaListText(timeline: Timeline): string {
  const reels = reelsOf(timeline);
  const rows = usedMedia(timeline).map((media) => [
    reels.get(media.mediaId) ?? '',
    media.mediaId,
    media.fileName,
    media.location,
    media.kind,
    media.durationFrames,
    media.startFrame,
    media.size?.width ?? null,
    media.size?.height ?? null,
    media.audioChannels,
  ]);
  const { frameRate, width, height } = timeline;
  const rate = `${String(frameRate.numerator)}/${String(frameRate.denominator)}`;
  const sequence = [
    '',
    '',
    timeline.name,
    ownDocumentText(timeline),
    'sequence',
    rate,
    timeline.startFrame,
    width,
    height,
    null,
  ];
  return [columns, sequence, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Parses cells with quotes, doubled quotes within them, and any line ends. */
function parseRows(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  let isQuoted = false;
  let hasQuotes = false;
  let value = '';
  const endCell = (): void => {
    rows.at(-1)?.push(value.replace(/^'(?='*[=+\-@\t\r])/, ''));
    value = '';
    hasQuotes = false;
  };
  for (const part of text.replace(/^\ufeff/, '').match(/"|,|\r\n?|\n|[^",\r\n]+/g) ?? []) {
    if (part === '"') {
      // A doubled quote within a quoted cell is one character.
      if (!isQuoted && hasQuotes) value += '"';
      isQuoted = !isQuoted;
      hasQuotes = true;
    } else if (isQuoted) value += part;
    else if (part === ',') endCell();
    else if (/^[\r\n]/.test(part)) {
      endCell();
      rows.push([]);
    } else value += part;
  }
  endCell();
  return rows;
}

const count = z.coerce.number().int().nonnegative();
const length = z.coerce.number().int().positive();
const rowSchema = z.object({
  Reel: z.string(),
  Id: z.string().min(1),
  File: z.string(),
  Location: z.string(),
  Kind: z.enum(['still', 'video', 'audio']),
  Frames: z.union([z.literal('').transform(() => null), length]),
  'Start frame': count,
  Width: z.union([z.literal('').transform(() => null), length]),
  Height: z.union([z.literal('').transform(() => null), length]),
  Channels: z.string().regex(/^\d{0,2}$/),
});

export interface MediaList {
  readonly mediaByReel: ReadonlyMap<string, MediaReference>;
  readonly sequence: {
    readonly name: string;
    readonly frameRate: FrameRate;
    readonly width: number;
    readonly height: number;
    readonly own: ReturnType<typeof readOwnDocument>;
  } | null;
}

function readRow(cells: ReadonlyMap<string, string>): readonly [string, MediaReference] | null {
  const parsed = rowSchema.safeParse(Object.fromEntries(cells));
  if (!parsed.success) return null;
  const { Reel, Id, File, Location, Kind, Frames, Width, Height, Channels } = parsed.data;
  return [
    Reel,
    {
      mediaId: Id,
      fileName: File,
      location: Location,
      kind: Kind,
      durationFrames: Kind === 'still' ? null : (Frames ?? 1),
      startFrame: parsed.data['Start frame'],
      size: Width === null || Height === null ? null : { width: Width, height: Height },
      audioChannels: Channels === '' ? null : channelCountOf(Number(Channels)),
    },
  ];
}

const sequenceSchema = z.object({
  File: z.string(),
  Location: z.string(),
  Kind: z.literal('sequence'),
  Frames: z.string().regex(/^\d{1,7}\/\d{1,4}$/),
  Width: length,
  Height: length,
});

function readSequence(cells: ReadonlyMap<string, string>): MediaList['sequence'] {
  const parsed = sequenceSchema.safeParse(Object.fromEntries(cells));
  if (!parsed.success) return null;
  const [numerator = 0, denominator = 0] = parsed.data.Frames.split('/').map(Number);
  if (numerator === 0 || denominator === 0) return null;
  const { File: name, Width: width, Height: height, Location } = parsed.data;
  return { name, frameRate: { numerator, denominator }, width, height, own: readOwnDocument(Location) };
}

/** Reads a media list. Omits unreadable rows. */
export function readMediaList(text: string): MediaList {
  const [head = [], ...rows] = parseRows(text);
  const cells = rows.map((row) => new Map(head.map((name, index) => [name, row[index] ?? ''])));
  return {
    mediaByReel: new Map(cells.flatMap((row) => [readRow(row)].filter((one) => one !== null))),
    sequence: cells.map(readSequence).find((one) => one !== null) ?? null,
  };
}
