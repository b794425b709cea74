import { measureLoudness } from '../../audio/measure-loudness.ts';
import { SoundReader } from '../../av/sound-reader.ts';
import { samplesPerSecond } from '../../project-content.ts';
import type { TaskControl } from '../../task-options.ts';
import { classifySound, type SoundWindow, windowSamples } from './classify-sound.ts';
import type { SoundMeasures } from './file-tools.ts';

/** Length of the parts in which sound is measured, so that long recordings fit into memory. */
const partSamples = 20 * samplesPerSecond;
/** Maximum number of parts: an hour suffices to classify a recording. */
const maxParts = 180;
const silenceLufs = -60;

function samplesOf(data: Buffer): Float32Array {
  return new Float32Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength));
}

/** Computes level and zero crossings for each hundredth of a second. */
function windowsOf(samples: Float32Array): SoundWindow[] {
  const windows: SoundWindow[] = [];
  for (let start = 0; start + windowSamples <= samples.length; start += windowSamples) {
    let power = 0;
    let crossings = 0;
    for (let index = start; index < start + windowSamples; index += 1) {
      const sample = samples[index] ?? 0;
      power += sample * sample;
      if (index > start && sample >= 0 !== (samples[index - 1] ?? 0) >= 0) crossings += 1;
    }
    windows.push({ level: Math.sqrt(power / windowSamples), crossingRate: crossings / windowSamples });
  }
  return windows;
}

/** Reads the next part as mono; shorter at the end of the recording. */
function readPart(reader: SoundReader): Float32Array {
  const part = new Float32Array(partSamples);
  let length = 0;
  while (length + windowSamples <= partSamples) {
    const frame = reader.next();
    if (!frame) break;
    part.set(samplesOf(frame.toBuffer()).subarray(0, frame.nbSamples), length);
    length += frame.nbSamples;
  }
  return part.subarray(0, length);
}

/** Combines the loudness of equally long parts: the mean of their powers, without silent parts. */
function joinLoudness(parts: readonly number[]): number {
  const audible = parts.filter((lufs) => lufs > silenceLufs);
  const powers = audible.map((lufs) => 10 ** (lufs / 10));
  return powers.length === 0
    ? -Infinity
    : 10 * Math.log10(powers.reduce((sum, power) => sum + power, 0) / powers.length);
}

/** See `FileTools.measureSound`. */
export function measureSound(path: string, control: TaskControl): SoundMeasures | null {
  using reader = SoundReader.open(path, {
    sampleRate: samplesPerSecond,
    channels: 'mono',
    blockSamples: windowSamples,
  });
  if (!reader) return null;
  const { channelCount } = reader;
  const loudnesses: number[] = [];
  const windows: SoundWindow[] = [];
  for (let index = 0; index < maxParts; index += 1) {
    control.checkpoint();
    const part = readPart(reader);
    if (part.length === 0) break;
    loudnesses.push(measureLoudness(part));
    for (const window of windowsOf(part)) windows.push(window);
  }
  const loudnessLufs = joinLoudness(loudnesses);
  const kind = loudnessLufs === -Infinity ? 'silence' : classifySound(windows);
  return { kind, loudnessLufs, channelCount };
}
