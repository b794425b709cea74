import { readFile, writeFile } from 'node:fs/promises';
import type { SoundRange } from '../audio/find-speech.ts';
import { resample } from '../audio/resample.ts';
import { decodeWav, encodeWav } from '../av/wav.ts';
import { samplesPerFrame, samplesPerSecond } from '../project-content.ts';
import type { TaskControl } from '../task-options.ts';
import type { CutSoundRequest } from './remix-tools.ts';

const fadeSamples = samplesPerSecond * 0.012;

/**
 * Returns the samples without the ranges. Cross-fades each joint from the end of the kept sound into the end of the
 * removed sound, so that the joint is inaudible. Keeps the length of `samples` minus the ranges.
 *
 * @param cuts in order, without overlaps
 */
export function withoutRanges(samples: Float32Array, cuts: readonly SoundRange[]): Float32Array {
  const left = cuts.reduce((sum, { start, end }) => sum - (end - start), samples.length);
  const output = new Float32Array(Math.max(0, left));
  let at = 0;
  let from = 0;
  for (const { start, end } of [...cuts, { start: samples.length, end: samples.length }]) {
    output.set(samples.subarray(from, start), at);
    at += start - from;
    blendInto(output, at, samples, { start, end }, start - from);
    from = end;
  }
  if (cuts[0]?.start === 0) fade(output, (index) => index);
  if (cuts.at(-1)?.end === samples.length) fade(output, (index) => output.length - 1 - index);
  return output;
}

/** Fades a cut end in or out to avoid a click. */
function fade(output: Float32Array, place: (index: number) => number): void {
  const length = Math.min(fadeSamples, output.length);
  for (let index = 0; index < length; index += 1) {
    output[place(index)] = (output[place(index)] ?? 0) * (index / length);
  }
}

/** @param room number of samples before the joint that may be blended */
function blendInto(
  output: Float32Array,
  at: number,
  samples: Float32Array,
  cut: SoundRange,
  room: number,
): void {
  const length = Math.min(fadeSamples, room, cut.end - cut.start);
  for (let index = 0; index < length; index += 1) {
    const share = (index + 1) / (length + 1);
    const place = at - length + index;
    const incoming = samples[cut.end - length + index] ?? 0;
    output[place] = (output[place] ?? 0) * (1 - share) + incoming * share;
  }
}

/** Removes ranges of a scene's sound and writes the rest as a WAV of whole frames. */
export async function cutSound(request: CutSoundRequest, control: TaskControl): Promise<null> {
  const samples = resample(decodeWav(await readFile(request.inputPath)));
  control.checkpoint();
  const left = withoutRanges(samples, request.cuts);
  const whole = new Float32Array(request.durationFrames * samplesPerFrame);
  whole.set(left.subarray(0, whole.length));
  await writeFile(request.outputPath, encodeWav({ samples: whole, sampleRate: samplesPerSecond }));
  return null;
}
