import { AV_FRAME_DATA_DISPLAYMATRIX, AV_PKT_DATA_DISPLAYMATRIX } from 'node-av/constants';
import type { CodecParameters, Frame } from 'node-av/lib';

/** Number of clockwise quarter turns that make a picture upright. */
export type QuarterTurns = 0 | 1 | 2 | 3;

/** Returns the rotation that a stream declares for its pictures. */
export function rotationOfStream(parameters: CodecParameters): QuarterTurns {
  return turnsOf(parameters.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX));
}

/** Returns the rotation that a decoded frame declares. */
export function rotationOfFrame(frame: Frame): QuarterTurns {
  return turnsOf(frame.getSideData(AV_FRAME_DATA_DISPLAYMATRIX));
}

/** Reads the angle from the first row of a display matrix: nine 32-bit numbers (ISO 14496-12 §8.2.2). */
function turnsOf(matrix: Buffer | null): QuarterTurns {
  if (!matrix || matrix.length < 8) return 0;
  const degrees = (Math.atan2(matrix.readInt32LE(4), matrix.readInt32LE(0)) * 180) / Math.PI;
  return ((Math.round(degrees / 90) + 4) % 4) as QuarterTurns;
}
