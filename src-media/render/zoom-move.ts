import type { StillZoom } from '../project-content.ts';

/** Share of the zoom that is eased; the rest is linear, so that it never seems to stop. */
const easedShare = 0.2;

/**
 * Returns the progress of a zoom at a frame, from 0 at the first to 1 at the last. Nearly linear with a soft start and
 * end.
 */
export function moveProgress(frame: number, frameCount: number): number {
  if (frameCount < 2) return 0;
  const time = Math.min(1, frame / (frameCount - 1));
  return (1 - easedShare) * time + easedShare * time * time * (3 - 2 * time);
}

/** Window of a still that the frame shows: the zoom factor, and left and top as shares of its sides, 0 to 1. */
export interface ZoomWindow {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
}

/**
 * Returns the visible part of a still at a progress of its zoom. The centre of the zoom stays at its place in the
 * frame, so that the window never leaves the picture.
 */
export function zoomWindow(zoom: StillZoom, progress: number): ZoomWindow {
  const scale = Math.max(1, zoom.fromScale + (zoom.toScale - zoom.fromScale) * progress);
  const hidden = 1 - 1 / scale;
  return { scale, left: clampShare(zoom.centerX) * hidden, top: clampShare(zoom.centerY) * hidden };
}

function clampShare(share: number): number {
  return Math.min(1, Math.max(0, share));
}
