import { open, readFile } from 'node:fs/promises';
import { decodeWav, encodeWav } from '../av/wav.ts';
import { samplesPerSecond } from '../project-content.ts';
import type { TaskControl } from '../task-options.ts';
import type { JoinRecordingsRequest, SoundFacts } from './sound-tools.ts';

/** Joins mono recordings at 48 kHz in order into one WAV. */
export async function joinRecordings(
  { inputPaths, outputPath }: JoinRecordingsRequest,
  control: TaskControl,
): Promise<SoundFacts> {
  const headerBytes = encodeWav({ samples: new Float32Array(0), sampleRate: samplesPerSecond }).length;
  const file = await open(outputPath, 'w');
  let at = headerBytes;
  try {
    for (const [index, inputPath] of inputPaths.entries()) {
      control.checkpoint();
      const pcm = encodeWav(decodeWav(await readFile(inputPath))).subarray(headerBytes);
      await file.write(pcm, 0, pcm.length, at);
      at += pcm.length;
      control.progress((index + 1) / inputPaths.length);
    }
    await file.write(headerFor(at - headerBytes, headerBytes), 0, headerBytes, 0);
  } finally {
    await file.close();
  }
  return { durationSeconds: (at - headerBytes) / 2 / samplesPerSecond };
}

/** Returns the header of an empty file with the real lengths filled in. */
function headerFor(dataBytes: number, headerBytes: number): Buffer {
  const header = encodeWav({ samples: new Float32Array(0), sampleRate: samplesPerSecond });
  header.writeUInt32LE(headerBytes - 8 + dataBytes, 4);
  header.writeUInt32LE(dataBytes, 40);
  return header;
}
