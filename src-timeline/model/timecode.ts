import { canDropFrames, nominalFramesPerSecond } from './frame-rate.ts';
import type { FrameRate } from './rational-time.ts';

/** Labels skipped at the start of each minute that is not a multiple of ten: 2 at 29.97 fps, 4 at 59.94 fps. */
function droppedPerMinute(rate: FrameRate): number {
  return nominalFramesPerSecond(rate) / 15;
}

function requireDropFrames(rate: FrameRate): void {
  if (!canDropFrames(rate))
    throw new RangeError('Only 29.97 and 59.94 frames per second have drop-frame timecode.');
}

/** Returns the label number of a frame; without skipped labels, this is the frame count. */
function labelOfFrame(frames: number, rate: FrameRate): number {
  const dropped = droppedPerMinute(rate);
  const framesPerMinute = nominalFramesPerSecond(rate) * 60 - dropped;
  const framesPerTenMinutes = framesPerMinute * 10 + dropped;
  const tens = Math.floor(frames / framesPerTenMinutes);
  const rest = frames % framesPerTenMinutes;
  const minutesWithin = rest < dropped ? 0 : Math.floor((rest - dropped) / framesPerMinute);
  return frames + dropped * (9 * tens + minutesWithin);
}

/** True if drop-frame timecode skips the label, one of the first of each minute but every tenth. */
function isLeftOut(label: number, rate: FrameRate): boolean {
  const perMinute = nominalFramesPerSecond(rate) * 60;
  return Math.floor(label / perMinute) % 10 !== 0 && label % perMinute < droppedPerMinute(rate);
}

/** Returns the frame of a drop-frame label. A skipped label counts as the next one. */
export function frameOfDropLabel(label: number, rate: FrameRate): number {
  const dropped = droppedPerMinute(rate);
  const perMinute = nominalFramesPerSecond(rate) * 60;
  const minutes = Math.floor(label / perMinute);
  const next = isLeftOut(label, rate) ? minutes * perMinute + dropped : label;
  return next - dropped * (minutes - Math.floor(minutes / 10));
}

/**
 * Formats `HH:MM:SS:FF`, or `HH:MM:SS;FF` in drop-frame. Hours go on past 23.
 * @throws RangeError for a negative or fractional count, or drop-frame at a rate that has none.
 */
export function formatTimecode(frames: number, rate: FrameRate, isDropFrame: boolean): string {
  if (!Number.isSafeInteger(frames) || frames < 0)
    throw new RangeError('A timecode counts whole frames from zero.');
  if (isDropFrame) requireDropFrames(rate);
  const nominal = nominalFramesPerSecond(rate);
  const label = isDropFrame ? labelOfFrame(frames, rate) : frames;
  const seconds = Math.floor(label / nominal);
  const [hh, mm, ss, ff] = [
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    seconds % 60,
    label % nominal,
  ].map((part) => String(part).padStart(2, '0'));
  return `${String(hh)}:${String(mm)}:${String(ss)}${isDropFrame ? ';' : ':'}${String(ff)}`;
}

const timecodePattern = /^(\d{2,3})[:;](\d{2})[:;](\d{2})([:;.,])(\d{2,3})$/;

export interface ParsedTimecode {
  readonly frames: number;
  readonly isDropFrame: boolean;
}

/**
 * Parses a timecode. A semicolon, point or comma before the frames means drop-frame; so does a document that states
 * drop-frame beside a label with colons only.
 * @throws RangeError for an invalid timecode, and for labels that drop-frame skips.
 */
export function parseTimecode(text: string, rate: FrameRate, saysDropFrame = false): ParsedTimecode {
  const parts = timecodePattern.exec(text.trim());
  if (parts === null) throw new RangeError(`“${text.slice(0, 40)}” is not a timecode.`);
  const [, hours = 0, minutes = 0, seconds = 0, , frameNumber = 0] = parts.map(Number);
  const nominal = nominalFramesPerSecond(rate);
  if (minutes > 59 || seconds > 59 || frameNumber >= nominal)
    throw new RangeError(`“${text}” is not a timecode at ${String(nominal)} frames per second.`);
  const isDropFrame = saysDropFrame || parts[4] !== ':';
  const label = ((hours * 60 + minutes) * 60 + seconds) * nominal + frameNumber;
  if (!isDropFrame) return { frames: label, isDropFrame };
  requireDropFrames(rate);
  if (isLeftOut(label, rate))
    throw new RangeError(`“${text}” is a label that drop-frame timecode leaves out.`);
  return { frames: frameOfDropLabel(label, rate), isDropFrame };
}
