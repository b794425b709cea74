import type { ProjectLogo } from '../project-content.ts';

/** Of the frame's short side: inside the title-safe area. */
const marginShare = 0.05;
/** Of the frame's height: a tall logo gets no taller. */
const maxHeightShare = 0.4;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The largest a logo may be, in even pixels. */
function logoBox({ sizePercent }: Pick<ProjectLogo, 'sizePercent'>, frame: Size): Size {
  const width = Math.min(frame.width - 2 * logoMargin(frame), (frame.width * sizePercent) / 100);
  return { width: Math.max(2, even(width)), height: even(frame.height * maxHeightShare) };
}

/** Where a logo lies, whole and in its own shape. */
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
