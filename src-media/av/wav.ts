import { MediaError } from '../media-error.ts';
import { samplesPerSecond } from '../project-content.ts';
import type { StereoBlock } from './stereo.ts';

/** Uncompressed sound: one channel of samples from -1 to 1. */
export interface Sound {
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

const headerBytes = 44;

/** A mono 16-bit PCM WAV file. Samples beyond full scale are clipped. */
export function encodeWav({ samples, sampleRate }: Sound): Buffer {
  return encodeChannels([samples], sampleRate);
}

/** A stereo 16-bit PCM WAV file at 48 kHz. Samples beyond full scale are clipped. */
export function encodeStereoWav({ left, right }: StereoBlock): Buffer {
  return encodeChannels([left, right], samplesPerSecond);
}

function encodeChannels(channels: readonly Float32Array[], sampleRate: number): Buffer {
  const count = channels.length;
  const length = channels[0]?.length ?? 0;
  const file = Buffer.alloc(headerBytes + length * count * 2);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(count, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * count * 2, 28);
  file.writeUInt16LE(count * 2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(length * count * 2, 40);
  const pcm = new Int16Array(file.buffer, file.byteOffset + headerBytes, length * count);
  for (const [channel, samples] of channels.entries()) {
    for (let index = 0; index < length; index += 1)
      pcm[index * count + channel] = toInteger(samples[index] ?? 0);
  }
  return file;
}

function toInteger(sample: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767)));
}

interface WavFormat {
  readonly channelCount: number;
  readonly sampleRate: number;
}

/**
 * Reads a 16-bit PCM WAV file and mixes its channels to mono. Accepts a truncated data chunk, as streaming programs
 * write it.
 *
 * @throws MediaError `unreadable_media`
 */
export function decodeWav(file: Buffer): Sound {
  if (
    file.length < 12 ||
    file.toString('latin1', 0, 4) !== 'RIFF' ||
    file.toString('latin1', 8, 12) !== 'WAVE'
  ) {
    throw new MediaError('unreadable_media', 'The file is no WAV file.');
  }
  let format: WavFormat | null = null;
  for (let at = 12; at + 8 <= file.length;) {
    const name = file.toString('latin1', at, at + 4);
    const size = Math.min(file.readUInt32LE(at + 4), file.length - at - 8);
    if (name === 'fmt ' && size >= 16) format = readFormat(file, at + 8);
    if (name === 'data' && format) return mixDown(file.subarray(at + 8, at + 8 + size), format);
    at += 8 + size + (size % 2);
  }
  throw new MediaError('unreadable_media', 'The WAV file has no sound.');
}

function readFormat(file: Buffer, at: number): WavFormat {
  const kind = file.readUInt16LE(at);
  const format = { channelCount: file.readUInt16LE(at + 2), sampleRate: file.readUInt32LE(at + 4) };
  const isPcm16 = (kind === 1 || kind === 0xfffe) && file.readUInt16LE(at + 14) === 16;
  if (!isPcm16 || format.channelCount < 1 || format.sampleRate < 4_000) {
    throw new MediaError('unreadable_media', 'The WAV file is not 16-bit PCM.');
  }
  return format;
}

function mixDown(data: Buffer, { channelCount, sampleRate }: WavFormat): Sound {
  const samples = new Float32Array(Math.floor(data.length / (2 * channelCount)));
  for (let index = 0; index < samples.length; index += 1) {
    let sum = 0;
    for (let channel = 0; channel < channelCount; channel += 1) {
      sum += data.readInt16LE((index * channelCount + channel) * 2);
    }
    samples[index] = sum / channelCount / 32_768;
  }
  return { samples, sampleRate };
}
