import { samplesPerSecond } from '../project-content.ts';
import type { Stereo } from './dsp/stereo.ts';

const headerBytes = 44;
const frameBytes = 4;

/** A stereo 16-bit PCM WAV file at 48 kHz. Samples beyond full scale are clipped. */
export function encodeStereoWav({ left, right }: Stereo): Buffer {
  const file = Buffer.alloc(headerBytes + left.length * frameBytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(2, 22);
  file.writeUInt32LE(samplesPerSecond, 24);
  file.writeUInt32LE(samplesPerSecond * frameBytes, 28);
  file.writeUInt16LE(frameBytes, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(left.length * frameBytes, 40);
  const pcm = new Int16Array(file.buffer, file.byteOffset + headerBytes, left.length * 2);
  for (let index = 0; index < left.length; index += 1) {
    pcm[index * 2] = toInteger(left[index] ?? 0);
    pcm[index * 2 + 1] = toInteger(right[index] ?? 0);
  }
  return file;
}

function toInteger(sample: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767)));
}
