import type { StillZoom } from '../project-content.ts';

/** How much of the move is eased; the rest is even, so that it never seems to stop. */
const easedShare = 0.2;

/**
 * How far a move has come at a frame: 0 at the first, 1 at the last, in between nearly even with a soft start and
 * end.
 */
export function moveProgress(frame: number, frameCount: number): number {
  if (frameCount < 2) return 0;
  const time = Math.min(1, frame / (frameCount - 1));
  return (1 - easedShare) * time + easedShare * time * time * (3 - 2 * time);
}

/** Where along one side of a picture a side of the frame is sampled: both in shares of the side, 0 to 1. */
export interface ZoomWindow {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
}

/**
 * The part of a still that is seen after a share of its move. The centre of the move stays at its place in the
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
