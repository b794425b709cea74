import type { CaptionLook } from './caption-look.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle of the frame that captions leave free, such as a logo. */
export interface CaptionObstacle extends Size {
  readonly x: number;
  readonly y: number;
}

/** The part of the frame in which captions stand; edges in pixels. */
export interface CaptionArea {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Margins as shares of the frame: the title-safe area, and on upright frames the buttons and texts of platforms. */
const margins = {
  wide: { side: 0.06, top: 0.07, bottom: 0.07 },
  upright: { side: 0.12, top: 0.12, bottom: 0.2 },
} as const;
/** Distance from an obstacle, as a share of the short side. */
const gapShare = 0.03;
/** Smallest width of captions beside an obstacle as shares of the frame, in its middle and to one side. */
const smallestCentred = 0.6;
const smallestAside = 0.55;

/** Returns the area inside the margins and beside all obstacles in the row of the captions, else above or below them. */
export function captionArea(
  frame: Size,
  row: CaptionLook['verticalAlignment'],
  obstacles: readonly CaptionObstacle[],
): CaptionArea {
  const { width, height } = frame;
  const { side, top, bottom } = height > width ? margins.upright : margins.wide;
  const area = {
    left: width * side,
    right: width * (1 - side),
    top: height * top,
    bottom: height * (1 - bottom),
  };
  return obstacles
    .filter((obstacle) => row === rowOf(obstacle, height))
    .reduce((free, obstacle) => areaBeside(free, obstacle, frame), area);
}

function rowOf({ y, height }: CaptionObstacle, frameHeight: number): CaptionLook['verticalAlignment'] {
  return y + height / 2 > frameHeight / 2 ? 'BOTTOM' : 'TOP';
}

function areaBeside(area: CaptionArea, obstacle: CaptionObstacle, frame: Size): CaptionArea {
  const { x, y, width, height } = obstacle;
  const gap = Math.min(frame.width, frame.height) * gapShare;
  const aside =
    x + width / 2 > frame.width / 2
      ? { left: area.left, right: Math.min(area.right, x - gap) }
      : { left: Math.max(area.left, x + width + gap), right: area.right };
  const inset = Math.max(aside.left, frame.width - aside.right);
  if (frame.width - 2 * inset >= frame.width * smallestCentred)
    return { ...area, left: inset, right: frame.width - inset };
  if (aside.right - aside.left >= frame.width * smallestAside) return { ...area, ...aside };
  return rowOf(obstacle, frame.height) === 'BOTTOM'
    ? { ...area, bottom: Math.min(area.bottom, y - gap) }
    : { ...area, top: Math.max(area.top, y + height + gap) };
}
