import type { Box } from '../../pictures/art/geometry.ts';
import type { MotionContent } from './motion-content.ts';
import type { MotionStage } from './motion-stage.ts';

type Sheet = Omit<MotionStage, 'area' | 'isCentered'>;

/** Divides the frame between the words and the pictures, if any. */
export function layOutStages(
  sheet: Sheet,
  content: MotionContent,
  mediaCount: number,
): { stage: MotionStage; mediaStage: MotionStage } {
  const whole = part(sheet, 0.1, 0.12, 0.9, 0.88);
  const isCentered = content.kind !== 'list' && content.kind !== 'quote';
  const on = (area: Box, centered: boolean): MotionStage => ({ ...sheet, area, isCentered: centered });
  if (mediaCount === 0) return { stage: on(whole, isCentered), mediaStage: on(whole, true) };
  if (
    content.kind === 'lowerThird' ||
    content.kind === 'callout' ||
    (content.kind === 'logo' && content.text === null)
  ) {
    return {
      stage: on(whole, true),
      mediaStage: on(part(sheet, 0.14, 0.1, 0.86, 0.66 + (content.kind === 'logo' ? 0.24 : 0)), true),
    };
  }
  if (content.kind === 'logo' || sheet.width <= sheet.height * 1.1) {
    return {
      stage: on(part(sheet, 0.08, 0.66, 0.92, 0.92), true),
      mediaStage: on(part(sheet, 0.1, 0.08, 0.9, 0.62), true),
    };
  }
  return {
    stage: on(part(sheet, 0.07, 0.14, 0.5, 0.86), false),
    mediaStage: on(part(sheet, 0.54, 0.12, 0.94, 0.88), true),
  };
}

function part({ width, height }: Sheet, left: number, top: number, right: number, bottom: number): Box {
  return { x: left * width, y: top * height, width: (right - left) * width, height: (bottom - top) * height };
}
