import { type Movie, Playback } from '../../../../../src-renderer/components/player/playback.svelte.ts';

const frameRate = { numerator: 30_000, denominator: 1001 };

/** Returns a movie that seeks on command and shows frames of the test's choice. */
export function fakeMovie(duration = 20) {
  const listeners = new Map<string, () => void>();
  const sought: number[] = [];
  let shown: VideoFrameRequestCallback | null = null;
  let position = 0;
  const movie = {
    duration,
    readyState: 0,
    playbackRate: 1,
    isPlaying: false,
    get currentTime() {
      return position;
    },
    set currentTime(seconds: number) {
      position = seconds;
      sought.push(seconds);
    },
    play() {
      movie.isPlaying = true;
      return Promise.resolve();
    },
    pause() {
      movie.isPlaying = false;
    },
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
    removeEventListener: (name: string) => listeners.delete(name),
    requestVideoFrameCallback: (run: VideoFrameRequestCallback) => {
      shown = run;
      return 1;
    },
    cancelVideoFrameCallback: () => {
      shown = null;
    },
  };
  return {
    movie,
    element: movie as unknown as Movie,
    sought,
    listeners,
    fire: (name: string) => listeners.get(name)?.(),
    show: (mediaTime: number) => shown?.(0, { mediaTime } as VideoFrameCallbackMetadata),
  };
}

/** Creates a playback of such a movie. */
export function setUpPlayback(durationFrames: () => number | null = () => 600) {
  let repaint: ((timeMs: number) => void) | null = null;
  const playback = new Playback({
    frameRate,
    isDropFrame: () => false,
    durationFrames,
    everyRepaint: (run) => {
      repaint = run;
      return () => {
        repaint = null;
      };
    },
  });
  const fake = fakeMovie();
  const detach = playback.attach(fake.element);
  fake.fire('loadedmetadata');
  return { playback, fake, detach, repaint: (timeMs: number) => repaint?.(timeMs) };
}
