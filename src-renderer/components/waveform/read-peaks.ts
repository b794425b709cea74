import { PeakMeter, type Peaks } from './peaks.ts';

/**
 * Measures the loudness of a movie in a worker.
 * @returns null for a movie without sound or one that cannot be read, and when aborted.
 */
export function readPeaks(url: string, signal: AbortSignal): Promise<Peaks | null> {
  const worker = new Worker(new URL('./peaks-worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve } = Promise.withResolvers<Peaks | null>();
  const nothing = (): void => {
    resolve(null);
  };
  worker.onmessage = ({ data }: MessageEvent<Peaks | null>) => {
    resolve(data);
  };
  worker.onerror = nothing;
  signal.addEventListener('abort', nothing);
  worker.postMessage(new URL(url, location.href).href);
  return promise.finally(() => {
    worker.terminate();
  });
}

/** Largest sound that is read whole, in bytes. */
const maxWholeBytes = 64 * 1024 * 1024;
/** Samples a second, enough for the resolution of peaks. */
const wholeRate = 8_000;

/**
 * Measures the loudness of a sound in any format that the browser plays, such as WAV or MP3.
 * @returns null as `readPeaks`, and for a sound that is too large.
 */
export async function readPeaksOfSound(url: string, signal: AbortSignal): Promise<Peaks | null> {
  const peaks = await readPeaks(url, signal);
  if (peaks !== null || signal.aborted) return peaks;
  try {
    const response = await fetch(url, { signal });
    const sizeBytes = Number(response.headers.get('content-length'));
    if (!response.ok || sizeBytes > maxWholeBytes) {
      await response.body?.cancel();
      return null;
    }
    const sound = await new OfflineAudioContext(1, 1, wholeRate).decodeAudioData(
      await response.arrayBuffer(),
    );
    const meter = new PeakMeter();
    for (let channel = 0; channel < sound.numberOfChannels; channel += 1)
      meter.add(sound.getChannelData(channel), 0, sound.sampleRate);
    return meter.peaks;
  } catch {
    return null;
  }
}
