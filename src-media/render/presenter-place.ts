/** Maximum size of the narrator, as shares of the frame's width and height. */
const widthShare = 0.28;
const maxHeightShare = 0.5;
/** Margin as a share of the frame's short side. */
const marginShare = 0.05;

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the place of the narrator: at the bottom right inside the safe margins, complete and in its own shape. All
 * values are even.
 *
 * @param presenter size of the clip
 */
export function presenterPlace(
  presenter: Size,
  frame: Size,
): { readonly x: number; readonly y: number; readonly width: number; readonly height: number } {
  const scale = Math.min(
    (frame.width * widthShare) / presenter.width,
    (frame.height * maxHeightShare) / presenter.height,
  );
  const even = (length: number): number => Math.max(2, Math.round(length / 2) * 2);
  const width = even(presenter.width * scale);
  const height = even(presenter.height * scale);
  const margin = even(Math.min(frame.width, frame.height) * marginShare);
  return { width, height, x: frame.width - margin - width, y: frame.height - margin - height };
}
