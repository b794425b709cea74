import { shownCaptions } from '../../model/arrange-captions.ts';
import { type FrameRate, millisecondsOfFrames } from '../../model/rational-time.ts';
import type { CaptionTrack } from '../../model/timeline.ts';
import { captionLines, captionTimestamp } from './caption-text.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function writableLines(lines: readonly string[]): readonly string[] {
  return captionLines(lines, (line) => line.replace(/[&<>]/g, (character) => escapes[character] ?? ''));
}

/**
 * Writes WebVTT, with times from the first frame of the sequence and both ends rounded up to the millisecond.
 *
 * The format loses the language, and the last frame of a caption that another one follows at once. Captions without
 * text are omitted.
 */
export function writeVtt(track: CaptionTrack, frameRate: FrameRate): string {
  const cues = shownCaptions(track.captions).map(({ startFrame, durationFrames, lines }) => {
    const [start, end] = [startFrame, startFrame + durationFrames].map((at) =>
      captionTimestamp(millisecondsOfFrames(at, frameRate), '.'),
    );
    return [`${start ?? ''} --> ${end ?? ''}`, ...writableLines(lines), ''].join('\n');
  });
  return ['WEBVTT', '', ...cues].join('\n');
}
