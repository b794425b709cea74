import { type ReadBytes, readMp4Index } from '../../../src-shared/mp4-boxes.ts';
import { soundOfHeader, type SoundTrack } from './mp4-sound.ts';
import { PeakMeter, type Peaks, piecesOf } from './peaks.ts';

/** Maximum size of a piece that is read and decoded, so that the whole movie is never in memory. */
const maxPieceBytes = 1024 * 1024;
const cacheName = 'dailies.peaks';
const maxKept = 200;

/** Posts the peaks of the movie at a received address; null if it has no sound that can be decoded. */
self.onmessage = ({ data }: MessageEvent<string>) => {
  void peaksOf(data)
    .catch(() => null)
    .then((peaks) => {
      postMessage(peaks);
    });
};

async function peaksOf(url: string): Promise<Peaks | null> {
  const read = reader(url);
  const header = await readMp4Index(read);
  const track = header && soundOfHeader(header);
  if (!track || track.samples.length === 0) return null;
  const name = await hashOf(header);
  const known = await recall(name);
  if (known) return known;
  const peaks = await measure(track, read);
  await keep(name, peaks);
  return peaks;
}

function reader(url: string): ReadBytes {
  return async (start, end) => {
    const response = await fetch(url, { headers: { range: `bytes=${String(start)}-${String(end - 1)}` } });
    // 416: the range lies past the end. Any status but 206 is an error: without ranges the whole movie would come.
    if (response.status === 416) return new Uint8Array();
    if (response.status !== 206) {
      await response.body?.cancel();
      throw new Error(`The movie was answered with ${String(response.status)}.`);
    }
    return new Uint8Array(await response.arrayBuffer());
  };
}

async function measure(track: SoundTrack, read: ReadBytes): Promise<Peaks> {
  const meter = new PeakMeter();
  const decoder = new AudioDecoder({
    output: (sound) => {
      const values = new Float32Array(sound.numberOfFrames);
      for (let channel = 0; channel < sound.numberOfChannels; channel += 1) {
        sound.copyTo(values, { planeIndex: channel, format: 'f32-planar' });
        meter.add(values, sound.timestamp / 1e6, sound.sampleRate);
      }
      sound.close();
    },
    // The following decoder calls reject.
    error: () => undefined,
  });
  const { channels, sampleRate, description } = track;
  // The first five bits of the configuration are the AAC object type.
  const codec = `mp4a.40.${String((description[0] ?? 0) >> 3)}`;
  decoder.configure({ codec, numberOfChannels: channels, sampleRate, description });
  for (const piece of piecesOf(track.samples, maxPieceBytes)) {
    const [first] = piece;
    const last = piece.at(-1);
    if (!first || !last) continue;
    const bytes = await read(first.offset, last.offset + last.size);
    for (const { offset, size, startSeconds } of piece) {
      const data = bytes.subarray(offset - first.offset, offset - first.offset + size);
      decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp: startSeconds * 1e6, data }));
    }
    await decoder.flush();
  }
  decoder.close();
  return meter.peaks;
}

async function hashOf(header: DataView<ArrayBuffer>): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', header));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Cache keys must be addresses; these lead nowhere. */
const addressOf = (name: string): string => `https://peaks.invalid/${name}`;

async function recall(name: string): Promise<Peaks | null> {
  const kept = await caches
    .open(cacheName)
    .then((cache) => cache.match(addressOf(name)))
    .catch(() => undefined);
  return kept ? new Uint8Array(await kept.arrayBuffer()) : null;
}

/** Caches the peaks. Without storage they are measured each time. */
async function keep(name: string, peaks: Peaks): Promise<void> {
  try {
    const cache = await caches.open(cacheName);
    await cache.put(addressOf(name), new Response(peaks));
    const names = await cache.keys();
    await Promise.all(names.slice(0, -maxKept).map((each) => cache.delete(each)));
  } catch {
    return;
  }
}
