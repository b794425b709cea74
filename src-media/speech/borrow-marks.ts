import { findPauses, findSpeech } from '../audio/find-speech.ts';
import { resample } from '../audio/resample.ts';
import type { Sound } from '../av/wav.ts';
import { samplesPerSecond } from '../project-content.ts';
import type { SpeechMark, SpokenText } from './speech-engine.ts';

const minPauseSeconds = 0.12;

/**
 * Estimates word times of a recording from another voice that speaks the same text. Stretches that voice's times over
 * the recording, pause by pause if both have the same pauses.
 *
 * @param guide the same text with marks, by a voice that provides them
 */
export function borrowMarks(recording: Sound, guide: SpokenText): SpeechMark[] {
  const heard = anchorsOf(resample(recording));
  const guided = anchorsOf(resample(guide.sound));
  if (!heard || !guided) return [];
  const isAlike = heard.length === guided.length;
  const [from, to] = isAlike ? [guided, heard] : [ends(guided), ends(heard)];
  const map = (seconds: number): number => stretch(seconds, from, to);
  return (guide.marks ?? []).map((mark) => ({
    textOffset: mark.textOffset,
    startSeconds: map(mark.startSeconds),
    endSeconds: mark.endSeconds === null ? null : map(mark.endSeconds),
  }));
}

/** Returns starts and ends of speech in seconds, in order; null for silence. */
function anchorsOf(samples: Float32Array): number[] | null {
  const speech = findSpeech(samples);
  if (!speech) return null;
  const pauses = findPauses(samples, minPauseSeconds).flatMap((pause) => [pause.start, pause.end]);
  return [speech.start, ...pauses, speech.end].map((sample) => sample / samplesPerSecond);
}

function ends(anchors: readonly number[]): number[] {
  return [anchors[0] ?? 0, anchors.at(-1) ?? 0];
}

/** Maps a time piecewise linearly from one sequence of times to another of the same length. */
function stretch(seconds: number, from: readonly number[], to: readonly number[]): number {
  const index = Math.max(
    1,
    Math.min(
      from.length - 1,
      from.findIndex((time) => time >= seconds),
    ),
  );
  const segment = seconds > (from.at(-1) ?? 0) ? from.length - 1 : index;
  const start = from[segment - 1] ?? 0;
  const end = from[segment] ?? 0;
  const newStart = to[segment - 1] ?? 0;
  const newEnd = to[segment] ?? 0;
  const share = end > start ? (seconds - start) / (end - start) : 0;
  return newStart + Math.max(0, Math.min(1, share)) * (newEnd - newStart);
}
