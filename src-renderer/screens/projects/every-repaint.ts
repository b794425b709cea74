import type { EveryRepaint } from '../../components/player/playback.svelte.ts';

/** Calls back with the browser's repaints. */
export const everyRepaint: EveryRepaint = (run) => {
  let handle = requestAnimationFrame(function repeat(timeMs) {
    handle = requestAnimationFrame(repeat);
    run(timeMs);
  });
  return () => {
    cancelAnimationFrame(handle);
  };
};
