import type { Box } from '../art/geometry.ts';

/** Share of the frame's height that captions occupy at the lower edge. */
const captionShare = 0.22;
/** Distance of titles from the edges as a share of the frame's width and height: the classic title-safe area. */
const titleMargin = 0.1;

/** Size and shape of the picture. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  /** One hundredth of the short side, in pixels. */
  readonly unit: number;
  /** True if words go beside the picture; in other frames they go above it. */
  readonly isWide: boolean;
  /** True if the frame is neither wide nor tall; words then have less height above the picture. */
  readonly isSquarish: boolean;
  readonly box: Box;
}

export function makeFrame(width: number, height: number): Frame {
  return {
    width,
    height,
    unit: Math.min(width, height) / 100,
    isWide: width > height * 1.15,
    isSquarish: width <= height * 1.15 && width > height * 0.66,
    box: { x: 0, y: 0, width, height },
  };
}

/** Returns a part of the frame, by shares of its width and height for left, top, right and bottom. */
export function partOf(frame: Frame, left: number, top: number, right: number, bottom: number): Box {
  return {
    x: left * frame.width,
    y: top * frame.height,
    width: (right - left) * frame.width,
    height: (bottom - top) * frame.height,
  };
}

/** Returns the area for words: inside the title-safe area and above the captions. */
export function textArea(frame: Frame): Box {
  return partOf(frame, titleMargin, titleMargin, 1 - titleMargin, 1 - captionShare);
}
