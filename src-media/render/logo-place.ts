import type { ProjectLogo } from '../project-content.ts';

/** Margin as a share of the frame's short side, inside the title-safe area. */
const marginShare = 0.05;
/** Maximum height of a logo, as a share of the frame's height. */
const maxHeightShare = 0.4;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the maximum size of a logo, in even pixels. */
function logoBox({ sizePercent }: Pick<ProjectLogo, 'sizePercent'>, frame: Size): Size {
  const width = Math.min(frame.width - 2 * logoMargin(frame), (frame.width * sizePercent) / 100);
  return { width: Math.max(2, even(width)), height: even(frame.height * maxHeightShare) };
}

/** Returns position and size of a logo, complete and in its own shape. */
export function logoPlace(
  logo: Size,
  { position, sizePercent }: Pick<ProjectLogo, 'position' | 'sizePercent'>,
  frame: Size,
): Size & { readonly x: number; readonly y: number } {
  const box = logoBox({ sizePercent }, frame);
  const scale = Math.min(box.width / logo.width, box.height / logo.height);
  const width = Math.max(2, even(logo.width * scale));
  const height = Math.max(2, even(logo.height * scale));
  const margin = logoMargin(frame);
  const [vertical, horizontal] = position.split('_');
  const free = frame.width - width;
  const x = horizontal === 'LEFT' ? margin : horizontal === 'RIGHT' ? free - margin : free / 2;
  const y = vertical === 'TOP' ? margin : frame.height - height - margin;
  return { width, height, x: even(x), y: even(y) };
}

function logoMargin(frame: Size): number {
  return even(Math.min(frame.width, frame.height) * marginShare);
}

function even(length: number): number {
  return Math.max(0, Math.round(length / 2) * 2);
}
