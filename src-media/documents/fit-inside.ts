/** A size in pixels, or in any other unit that is equal in both directions. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the largest size of a shape within a frame, in whole pixels. @throws RangeError for a shape without area */
export function fitInside(shape: Size, frame: Size): Size {
  if (!(shape.width > 0 && shape.height > 0)) throw new RangeError('The page has no area.');
  const scale = Math.min(frame.width / shape.width, frame.height / shape.height);
  return {
    width: Math.max(1, Math.round(shape.width * scale)),
    height: Math.max(1, Math.round(shape.height * scale)),
  };
}
