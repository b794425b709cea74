import type { ClipDecoder, DecodedFrame } from '../../av/clip-decoder.ts';
import type { FrameRate } from '../../av/picture-encoder.ts';

/**
 * The pictures of a clip at a constant rate: one that was missing is the one before again, one too many is left
 * out.
 *
 * @param convert what is kept of a decoded frame, which is gone when the next one comes
 */
export function* evenFrames(
  decoder: ClipDecoder,
  convert: (decoded: DecodedFrame) => Buffer,
  { num, den }: FrameRate,
): Generator<{ readonly picture: Buffer; readonly isNew: boolean }> {
  let last: Buffer | null = null;
  let index = 0;
  for (let decoded = decoder.next(); decoded; decoded = decoder.next()) {
    const due = Math.round((decoded.seconds * num) / den);
    for (; last && index < due; index += 1) yield { picture: last, isNew: false };
    if (due < index) continue;
    last = convert(decoded);
    yield { picture: last, isNew: true };
    index += 1;
  }
}
