import { readFile, writeFile } from 'node:fs/promises';
import { addRoomTone } from '../audio/room-tone.ts';
import { decodeWav, encodeWav } from '../av/wav.ts';
import { samplesPerFrame } from '../project-content.ts';
import type { PadRecordingRequest } from './recording-tools.ts';

/** See `RecordingTools.pad`. Runs on a worker thread. */
export async function padRecording(request: PadRecordingRequest): Promise<null> {
  const { samples, sampleRate } = decodeWav(await readFile(request.inputPath));
  const padded = new Float32Array(request.durationFrames * samplesPerFrame);
  padded.set(samples.subarray(0, padded.length));
  addRoomTone([padded.subarray(samples.length)], 'room');
  await writeFile(request.outputPath, encodeWav({ samples: padded, sampleRate }));
  return null;
}
