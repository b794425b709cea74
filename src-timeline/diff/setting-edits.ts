import { canDropFrames } from '../model/frame-rate.ts';
import type { FrameRate } from '../model/rational-time.ts';
import { isSameRate } from '../model/sequence-timing.ts';
import { formatTimecode } from '../model/timecode.ts';
import type { Timeline, TimelineFormat } from '../model/timeline.ts';

/** A changed setting of the sequence, with its values as people write them. */
export interface SettingEdit {
  readonly setting: 'size' | 'rate' | 'start' | 'drop-frame' | 'non-drop-frame';
  readonly oldValue: string;
  readonly newValue: string;
}

/** Formats in which every document states its start and its kind of timecode. In others, none means nothing. */
const statesTimecode: ReadonlySet<TimelineFormat> = new Set(['FCPXML', 'PREMIERE_XML']);

const sizeOf = ({ width, height }: Timeline): string => `${String(width)} × ${String(height)}`;

/** Returns frames per second with at most three decimals. */
const rateOf = ({ numerator, denominator }: FrameRate): string =>
  String(Math.round((numerator / denominator) * 1000) / 1000);

/** Lists the changes to the settings of the sequence: frame size, frame rate, start and kind of timecode. */
export function settingEdits(
  before: Timeline,
  after: Timeline,
  formats: readonly TimelineFormat[],
): readonly SettingEdit[] {
  const edits: SettingEdit[] = [];
  const compare = (setting: SettingEdit['setting'], oldValue: string, newValue: string): void => {
    if (oldValue !== newValue) edits.push({ setting, oldValue, newValue });
  };
  compare('size', sizeOf(before), sizeOf(after));
  const isOfSameRate = isSameRate(before.frameRate, after.frameRate);
  if (!isOfSameRate) compare('rate', rateOf(before.frameRate), rateOf(after.frameRate));
  const isStated = formats.every((format) => statesTimecode.has(format));
  const startOf = ({ startFrame, frameRate, isDropFrame }: Timeline): string =>
    formatTimecode(startFrame, frameRate, isDropFrame).replaceAll(';', ':');
  if (isStated || after.startFrame > 0) compare('start', startOf(before), startOf(after));
  const mayDropFrames = isOfSameRate && canDropFrames(after.frameRate);
  if (mayDropFrames && before.isDropFrame !== after.isDropFrame && (isStated || after.isDropFrame))
    compare(after.isDropFrame ? 'drop-frame' : 'non-drop-frame', '', 'now');
  return edits;
}
