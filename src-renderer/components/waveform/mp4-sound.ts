/** Reads the bytes from `start` up to `end`, which is not read; fewer at the end of the file. */
export type ReadBytes = (start: number, end: number) => Promise<Uint8Array<ArrayBuffer>>;

/** One compressed piece of sound and where it lies in the file. */
export interface SoundSample {
  readonly offset: number;
  readonly size: number;
  readonly startSeconds: number;
}

/** The sound of a movie as its header describes it. */
export interface SoundTrack {
  readonly sampleRate: number;
  readonly channels: number;
  /** The decoder's own settings. */
  readonly description: Uint8Array<ArrayBuffer>;
  readonly samples: readonly SoundSample[];
}

interface Box {
  readonly type: string;
  /** Of what is in it. */
  readonly start: number;
  readonly end: number;
}

/** More is no header of a movie. */
const maxHeaderBytes = 64 * 1024 * 1024;
/** Bytes of an MPEG-4 audio entry before the boxes in it. */
const audioEntryBytes = 28;

/** The header of an MP4 or MOV file, which names it as well as all of its bytes would; null when there is none. */
export async function readHeader(read: ReadBytes): Promise<DataView<ArrayBuffer> | null> {
  for (let at = 0; ;) {
    const bytes = await read(at, at + 16);
    if (bytes.length < 8) return null;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const [box] = boxesIn(view, 0, Number.MAX_SAFE_INTEGER);
    if (!box) return null;
    if (box.type === 'moov') {
      if (box.end - box.start > maxHeaderBytes) return null;
      const header = await read(at + box.start, at + box.end);
      return new DataView(header.buffer, header.byteOffset, header.length);
    }
    at += box.end;
  }
}

/** The AAC sound a header describes; null without any. @throws RangeError for a header that is cut off. */
export function soundOfHeader(header: DataView<ArrayBuffer>): SoundTrack | null {
  for (const track of boxesIn(header, 0, header.byteLength).filter(({ type }) => type === 'trak')) {
    const media = find(header, track, 'mdia');
    const handler = media && find(header, media, 'hdlr');
    if (media && handler && nameAt(header, handler.start + 8) === 'soun') return soundOf(header, media);
  }
  return null;
}

function soundOf(view: DataView<ArrayBuffer>, media: Box): SoundTrack | null {
  const times = find(view, media, 'mdhd');
  const table = find(view, media, 'minf', 'stbl');
  const entries = table && find(view, table, 'stsd');
  if (!times || !table || !entries || nameAt(view, entries.start + 12) !== 'mp4a') return null;
  const entry = entries.start + 16;
  const description = decoderSettings(view, entry + audioEntryBytes, entries.end);
  const timescale = view.getUint32(times.start + (view.getUint8(times.start) === 1 ? 20 : 12));
  if (!description || timescale === 0) return null;
  return {
    channels: channelsOf(description) ?? view.getUint16(entry + 16),
    sampleRate: view.getUint16(entry + 24),
    description,
    samples: samplesOf(view, table, timescale),
  };
}

/** The settings in an `esds` box: the first tag 5, after its length of one to four bytes. */
function decoderSettings(
  view: DataView<ArrayBuffer>,
  start: number,
  end: number,
): Uint8Array<ArrayBuffer> | null {
  const box = boxesIn(view, start, end).find(({ type }) => type === 'esds');
  if (!box) return null;
  const readTag = (at: number): { tag: number; start: number; length: number } => {
    let [length, next, byte] = [0, at + 1, 0x80];
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

/** By the decoder's settings, which must agree with it; the entry of a single channel often says two. */
function channelsOf(description: Uint8Array): number | null {
  const layout = ((description[1] ?? 0) >> 3) & 0x0f;
  return layout === 7 ? 8 : layout || null;
}

function samplesOf(view: DataView<ArrayBuffer>, table: Box, timescale: number): readonly SoundSample[] {
  const sizes = find(view, table, 'stsz');
  const chunks = find(view, table, 'stco') ?? find(view, table, 'co64');
  const runs = find(view, table, 'stsc');
  const durations = find(view, table, 'stts');
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

/** Answers the duration of one sample after another. */
function durationsIn(view: DataView<ArrayBuffer>, box: Box): () => number {
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

/** The boxes side by side in a part of the file. */
function boxesIn(view: DataView<ArrayBuffer>, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at + 8 <= Math.min(end, view.byteLength);) {
    const shortSize = view.getUint32(at);
    const isLong = shortSize === 1 && at + 16 <= view.byteLength;
    const size = isLong ? Number(view.getBigUint64(at + 8)) : shortSize;
    const headBytes = isLong ? 16 : 8;
    if (size < headBytes) break;
    boxes.push({ type: nameAt(view, at + 4), start: at + headBytes, end: at + size });
    at += size;
  }
  return boxes;
}

function find(view: DataView<ArrayBuffer>, within: Box, ...path: readonly string[]): Box | null {
  let box: Box | undefined = within;
  for (const name of path) box = box && boxesIn(view, box.start, box.end).find(({ type }) => type === name);
  return box ?? null;
}

function nameAt(view: DataView<ArrayBuffer>, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
}
