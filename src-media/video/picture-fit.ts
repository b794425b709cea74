/** Shapes nearer than this, as the quotient of their ratios, are filled by cropping; others are shown whole. */
const nearShapes = 1.45;

/**
 * How a picture fills a frame of another shape: cropped at two sides where little is lost, else whole over a
 * blurred, darkened copy of itself. It is never distorted.
 */
export function fitOf(
  picture: { readonly width: number; readonly height: number },
  frame: { readonly width: number; readonly height: number },
): 'crop' | 'whole' {
  const quotient = picture.width / picture.height / (frame.width / frame.height);
  return Math.max(quotient, 1 / quotient) <= nearShapes ? 'crop' : 'whole';
}

/** The largest even size inside the frame that has the picture's shape. */
export function sizeInside(
  picture: { readonly width: number; readonly height: number },
  frame: { readonly width: number; readonly height: number },
): { width: number; height: number } {
  const scale = Math.min(frame.width / picture.width, frame.height / picture.height);
  const even = (length: number, limit: number): number =>
    Math.max(2, Math.min(limit, Math.round((length * scale) / 2) * 2));
  return { width: even(picture.width, frame.width), height: even(picture.height, frame.height) };
}
