import { AV_FRAME_DATA_DISPLAYMATRIX, AV_PKT_DATA_DISPLAYMATRIX } from 'node-av/constants';
import type { CodecParameters, Frame } from 'node-av/lib';

/** How a stored picture becomes upright: first mirrored left to right, if at all, and then turned. */
export interface Orientation {
  readonly isMirrored: boolean;
  /** Clockwise. */
  readonly quarterTurns: 0 | 1 | 2 | 3;
}

const turnFilters = ['', 'transpose=clock,', 'hflip,vflip,', 'transpose=cclock,'] as const;

/** Returns the orientation that a stream declares for its pictures. */
export function orientationOfStream(parameters: CodecParameters): Orientation {
  return readMatrix(parameters.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX));
}

/** Returns the orientation that a decoded frame declares, else that of its stream. */
export function orientationOfFrame(frame: Frame, parameters: CodecParameters): Orientation {
  const orientation = readMatrix(frame.getSideData(AV_FRAME_DATA_DISPLAYMATRIX));
  return isAsStored(orientation) ? orientationOfStream(parameters) : orientation;
}

/** True if pictures are shown as they are stored. */
export function isAsStored({ isMirrored, quarterTurns }: Orientation): boolean {
  return !isMirrored && quarterTurns === 0;
}

/** True if the stored rows become columns, so that width and height change places. */
export function swapsSides({ quarterTurns }: Orientation): boolean {
  return quarterTurns % 2 === 1;
}

/** Returns the FFmpeg filters that make pictures upright, each followed by a comma. */
export function uprightFilters({ isMirrored, quarterTurns }: Orientation): string {
  return (isMirrored ? 'hflip,' : '') + turnFilters[quarterTurns];
}

/**
 * Reads a display matrix: nine 32-bit numbers a, b, u, c, d, v, x, y, w (ISO 14496-12 §8.2.2). Mirroring left to right
 * changes the signs of a and b only, so c and d alone give the angle.
 */
function readMatrix(matrix: Buffer | null): Orientation {
  if (!matrix || matrix.length < 20) return { isMirrored: false, quarterTurns: 0 };
  const [a = 0, b = 0, c = 0, d = 0] = [0, 4, 12, 16].map((at) => matrix.readInt32LE(at));
  const degrees = (Math.atan2(-c, d) * 180) / Math.PI;
  const quarterTurns = ((Math.round(degrees / 90) + 4) % 4) as Orientation['quarterTurns'];
  return { isMirrored: a * d - b * c < 0, quarterTurns };
}
