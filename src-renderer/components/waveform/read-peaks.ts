import type { Peaks } from './peaks.ts';

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
