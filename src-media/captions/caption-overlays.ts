import type { Overlay } from '../video/overlay.ts';
import type { CaptionObstacle } from './caption-area.ts';
import { captionLook, type CaptionLook } from './caption-look.ts';
import type { CaptionStyle } from './caption-style.ts';
import { drawCaption } from './draw-caption.ts';
import { type CaptionedWords, timeCaptionWords } from './time-caption-words.ts';

export interface CaptionOverlayRequest {
  readonly captions: readonly CaptionedWords[];
  readonly style: CaptionStyle;
  readonly languageCode: string;
  readonly width: number;
  readonly height: number;
  /** Parts of the frame that captions leave free; none by default. */
  readonly obstacles?: readonly CaptionObstacle[];
}

/** The overlay shown from a frame on, until the next step. */
export interface OverlayStep {
  readonly startFrame: number;
  readonly overlay: Overlay | null;
}

/** Returns the caption overlays of a scene's frames, in order. Nothing is shown before the first step. */
export function captionOverlays(request: CaptionOverlayRequest): OverlayStep[] {
  const look = captionLook(request.style, request);
  return request.captions.flatMap((caption, index) => {
    const next = request.captions[index + 1];
    const end = caption.startFrame + caption.durationFrames;
    const steps = stepsOf(caption, look, request).filter((step) => step.startFrame < end);
    return next && next.startFrame <= end ? steps : [...steps, { startFrame: end, overlay: null }];
  });
}

function stepsOf(caption: CaptionedWords, look: CaptionLook, request: CaptionOverlayRequest): OverlayStep[] {
  const { width, height, languageCode, obstacles = [] } = request;
  const drawing = { lines: caption.lines, look, width, height, languageCode, obstacles };
  const followsVoice = look.spoken !== null || look.background?.type === 'WORD_BY_WORD';
  const plain = { startFrame: caption.startFrame, overlay: drawCaption({ ...drawing, spokenWord: null }) };
  if (!followsVoice) return [plain];
  const steps = timeCaptionWords(caption, languageCode).map(({ startFrame, word }) => ({
    startFrame,
    overlay: drawCaption({ ...drawing, spokenWord: word }),
  }));
  return steps[0] && steps[0].startFrame <= caption.startFrame ? steps : [plain, ...steps];
}
