/** Maximum quotient of two aspect ratios for cropping; pictures of other shapes are shown whole. */
const nearShapes = 1.45;

/**
 * Chooses how a picture fills a frame: cropped if little is lost, else whole over a blurred, darkened copy. Never
 * distorts it.
 */
export function fitOf(
  picture: { readonly width: number; readonly height: number },
  frame: { readonly width: number; readonly height: number },
): 'crop' | 'whole' {
  const quotient = picture.width / picture.height / (frame.width / frame.height);
  return Math.max(quotient, 1 / quotient) <= nearShapes ? 'crop' : 'whole';
}

/** Returns the largest even size with the picture's shape inside the frame. */
export function sizeInside(
  picture: { readonly width: number; readonly height: number },
  frame: { readonly width: number; readonly height: number },
): { width: number; height: number } {
  const scale = Math.min(frame.width / picture.width, frame.height / picture.height);
  const even = (length: number, limit: number): number =>
    Math.max(2, Math.min(limit, Math.round((length * scale) / 2) * 2));
  return { width: even(picture.width, frame.width), height: even(picture.height, frame.height) };
}
