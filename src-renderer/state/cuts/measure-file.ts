import { AppError } from '../../../src-shared/app-error.ts';
import type { Measured } from '../../../src-shared/contract/cut.ts';
import type { MaterialKind } from '../../../src-shared/contract/material.ts';

/** Reads the length and size of a file that the page can show. @throws AppError `file_type_unsupported`. */
export async function measureFile(url: string, kind: MaterialKind): Promise<Measured> {
  if (kind === 'image') return measureStill(url);
  if (kind === 'slides') throw unsupported();
  const movie = document.createElement('video');
  movie.preload = 'auto';
  movie.muted = true;
  await loaded(movie, url, 'loadeddata');
  const { duration, videoWidth: width, videoHeight: height } = movie;
  const size = kind === 'video' && width > 0 ? { width, height } : null;
  const hasSound = kind === 'audio' || hasSoundTrack(movie);
  movie.removeAttribute('src');
  movie.load();
  if (!Number.isFinite(duration) || duration <= 0) throw unsupported();
  return { durationSeconds: duration, size, hasSound };
}

async function measureStill(url: string): Promise<Measured> {
  const still = new Image();
  await loaded(still, url, 'load');
  return {
    durationSeconds: null,
    size: { width: still.naturalWidth, height: still.naturalHeight },
    hasSound: false,
  };
}

function loaded(element: HTMLImageElement | HTMLVideoElement, url: string, name: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  element.addEventListener(name, () => {
    resolve(undefined);
  });
  element.addEventListener('error', () => {
    reject(unsupported());
  });
  element.src = url;
  return promise;
}

/** Chromium tells the tracks of a movie only as a stream. */
function hasSoundTrack(movie: HTMLVideoElement & { captureStream?: () => MediaStream }): boolean {
  return (movie.captureStream?.().getAudioTracks().length ?? 1) > 0;
}

function unsupported(): AppError {
  return new AppError('file_type_unsupported', 'The page cannot show the file.');
}
