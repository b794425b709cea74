import {
  boxesIn,
  findBox,
  type Mp4Box,
  mediaTimes,
  tracksIn,
  typeAt,
} from '../../../src-shared/mp4-boxes.ts';

/** One compressed audio sample and its location in the file. */
export interface SoundSample {
  readonly offset: number;
  readonly size: number;
  readonly startSeconds: number;
}

/** The audio track of a movie, read from its header. */
export interface SoundTrack {
  readonly sampleRate: number;
  readonly channels: number;
  /** Decoder configuration from the `esds` box. */
  readonly description: Uint8Array<ArrayBuffer>;
  readonly samples: readonly SoundSample[];
}

/** Size of an MPEG-4 audio entry before its nested boxes. */
const audioEntryBytes = 28;

/** Reads the AAC audio track from a header; null if there is none. @throws RangeError for a truncated header. */
export function soundOfHeader(header: DataView<ArrayBuffer>): SoundTrack | null {
  const track = tracksIn(header).find(({ handler }) => handler === 'soun');
  return track ? soundOf(header, track.media) : null;
}

function soundOf(view: DataView<ArrayBuffer>, media: Mp4Box): SoundTrack | null {
  const times = mediaTimes(view, media);
  const table = findBox(view, media, 'minf', 'stbl');
  const entries = table && findBox(view, table, 'stsd');
  if (!times || !table || !entries || typeAt(view, entries.start + 12) !== 'mp4a') return null;
  const entry = entries.start + 16;
  const description = decoderSettings(view, entry + audioEntryBytes, entries.end);
  if (!description) return null;
  return {
    channels: channelsOf(description) ?? view.getUint16(entry + 16),
    sampleRate: view.getUint16(entry + 24),
    description,
    samples: samplesOf(view, table, times.perSecond),
  };
}

/** Returns the decoder configuration from an `esds` box: the first tag 5. Each tag's length takes one to four bytes. */
function decoderSettings(
  view: DataView<ArrayBuffer>,
  start: number,
  end: number,
): Uint8Array<ArrayBuffer> | null {
  const box = boxesIn(view, start, end).find(({ type }) => type === 'esds');
  if (!box) return null;
  const readTag = (at: number): { tag: number; start: number; length: number } => {
    let length = 0;
    let next = at + 1;
    let byte = 0x80;
    while ((byte & 0x80) !== 0) {
      byte = view.getUint8(next);
      length = length * 128 + (byte & 0x7f);
      next += 1;
    }
    return { tag: view.getUint8(at), start: next, length };
  };
  const stream = readTag(box.start + 4);
  const config = readTag(stream.start + 3);
  const settings = readTag(config.start + 13);
  if (stream.tag !== 3 || config.tag !== 4 || settings.tag !== 5) return null;
  return new Uint8Array(view.buffer, view.byteOffset + settings.start, settings.length);
}

/** Reads the channel count from the decoder configuration, which must match it; mono entries often state two. */
function channelsOf(description: Uint8Array): number | null {
  const layout = ((description[1] ?? 0) >> 3) & 0x0f;
  return layout === 7 ? 8 : layout || null;
}

function samplesOf(view: DataView<ArrayBuffer>, table: Mp4Box, timescale: number): readonly SoundSample[] {
  const sizes = findBox(view, table, 'stsz');
  const chunks = findBox(view, table, 'stco') ?? findBox(view, table, 'co64');
  const runs = findBox(view, table, 'stsc');
  const durations = findBox(view, table, 'stts');
  if (!sizes || !chunks || !runs || !durations) return [];
  const size = view.getUint32(sizes.start + 4);
  const count = view.getUint32(sizes.start + 8);
  const nextDuration = durationsIn(view, durations);
  const samples: SoundSample[] = [];
  let ticks = 0;
  let run = 0;
  for (let chunk = 0; chunk < view.getUint32(chunks.start + 4); chunk += 1) {
    const hasNextRun = run + 1 < view.getUint32(runs.start + 4);
    if (hasNextRun && view.getUint32(runs.start + 8 + (run + 1) * 12) === chunk + 1) run += 1;
    let offset =
      chunks.type === 'stco'
        ? view.getUint32(chunks.start + 8 + chunk * 4)
        : Number(view.getBigUint64(chunks.start + 8 + chunk * 8));
    for (
      let left = view.getUint32(runs.start + 12 + run * 12);
      left > 0 && samples.length < count;
      left -= 1
    ) {
      const bytes = size || view.getUint32(sizes.start + 12 + samples.length * 4);
      samples.push({ offset, size: bytes, startSeconds: ticks / timescale });
      offset += bytes;
      ticks += nextDuration();
    }
  }
  return samples;
}

/** Returns a function that yields the duration of one sample after another. */
function durationsIn(view: DataView<ArrayBuffer>, box: Mp4Box): () => number {
  let entry = -1;
  let left = 0;
  return () => {
    if (left === 0 && entry + 1 < view.getUint32(box.start + 4)) {
      entry += 1;
      left = view.getUint32(box.start + 8 + entry * 8);
    }
    left -= 1;
    return view.getUint32(box.start + 12 + entry * 8);
  };
}
