import { AV_FRAME_DATA_DISPLAYMATRIX, AV_PKT_DATA_DISPLAYMATRIX } from 'node-av/constants';
import type { CodecParameters, Frame } from 'node-av/lib';

/** Quarter turns clockwise that bring a picture upright. */
export type QuarterTurns = 0 | 1 | 2 | 3;

/** Rotation that a stream declares for its pictures. */
export function rotationOfStream(parameters: CodecParameters): QuarterTurns {
  return turnsOf(parameters.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX));
}

/** How a decoded frame says it is to be turned. */
export function rotationOfFrame(frame: Frame): QuarterTurns {
  return turnsOf(frame.getSideData(AV_FRAME_DATA_DISPLAYMATRIX));
}

/** A display matrix is nine 32-bit numbers; the first row tells the angle (ISO 14496-12 §8.2.2). */
function turnsOf(matrix: Buffer | null): QuarterTurns {
  if (!matrix || matrix.length < 8) return 0;
  const degrees = (Math.atan2(matrix.readInt32LE(4), matrix.readInt32LE(0)) * 180) / Math.PI;
  return ((Math.round(degrees / 90) + 4) % 4) as QuarterTurns;
}
