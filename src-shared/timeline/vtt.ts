import { shownCaptions } from './arrange-captions.ts';
import { type FrameRate, millisecondsOfFrames } from './rational-time.ts';
import type { CaptionTrack } from './timeline.ts';

function timestamp(frames: number, rate: FrameRate): string {
  const milliseconds = millisecondsOfFrames(frames, rate);
  const [hours, minutes, seconds] = [3_600_000, 60_000, 1000].map((unit) => Math.floor(milliseconds / unit));
  const parts = [hours ?? 0, (minutes ?? 0) % 60, (seconds ?? 0) % 60];
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return `${clock}.${String(milliseconds % 1000).padStart(3, '0')}`;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function writableLines(lines: readonly string[]): readonly string[] {
  return lines
    .flatMap((line) => line.split(/[\r\n\u2028\u2029]+/))
    .map((line) =>
      line
        .toWellFormed()
        .replace(/\p{Cc}+/gu, ' ')
        .replace(/[&<>]/g, (character) => escapes[character] ?? '')
        .trim(),
    )
    .filter((line) => line !== '');
}

/**
 * Writes WebVTT, times from the first frame of the sequence, both ends rounded up to the millisecond.
 *
 * The format loses the language, and the last frame of a caption that another one follows at once. Captions without
 * text are left out.
 */
export function writeVtt(track: CaptionTrack, frameRate: FrameRate): string {
  const cues = shownCaptions(track.captions).map(({ startFrame, durationFrames, lines }) => {
    const [start, end] = [startFrame, startFrame + durationFrames].map((at) => timestamp(at, frameRate));
    return [`${start ?? ''} --> ${end ?? ''}`, ...writableLines(lines), ''].join('\n');
  });
  return ['WEBVTT', '', ...cues].join('\n');
}
