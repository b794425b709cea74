import { AV_CHANNEL_ORDER_NATIVE, AV_SAMPLE_FMT_FLT } from 'node-av/constants';
import { FFmpegError, SoftwareResampleContext } from 'node-av/lib';
import type { Sound } from '../av/wav.ts';
import { samplesPerSecond } from '../project-content.ts';

const mono = { order: AV_CHANNEL_ORDER_NATIVE, nbChannels: 1, mask: 4n } as const;

/** Resamples sound to 48 kHz with a long windowed sinc filter. Returns sound at 48 kHz unchanged. */
export function resample(sound: Sound): Float32Array {
  if (sound.sampleRate === samplesPerSecond) return sound.samples;
  using context = new SoftwareResampleContext();
  const result = context.allocSetOpts2(
    mono,
    AV_SAMPLE_FMT_FLT,
    samplesPerSecond,
    mono,
    AV_SAMPLE_FMT_FLT,
    sound.sampleRate,
  );
  FFmpegError.throwIfError(result, 'resampler');
  context.setOption('filter_size', 128);
  context.setOption('phase_shift', 12);
  context.setOption('cutoff', 0.96);
  FFmpegError.throwIfError(context.init(), 'resampler');
  return convert(context, sound);
}

function convert(context: SoftwareResampleContext, { samples, sampleRate }: Sound): Float32Array {
  const wantedCount = Math.round((samples.length * samplesPerSecond) / sampleRate);
  const capacity = wantedCount + samplesPerSecond;
  const output = Buffer.alloc(capacity * 4);
  const input = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const first = context.convertSync([output], capacity, [input], samples.length);
  FFmpegError.throwIfError(first, 'resampler');
  const rest = context.convertSync([output.subarray(first * 4)], capacity - first, null, 0);
  FFmpegError.throwIfError(rest, 'resampler');
  const converted = new Float32Array(output.buffer, output.byteOffset, first + rest);
  const exact = new Float32Array(wantedCount);
  exact.set(converted.subarray(0, wantedCount));
  return exact;
}
