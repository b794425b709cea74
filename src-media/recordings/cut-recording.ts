import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { matchLoudness } from '../audio/match-loudness.ts';
import { decodeSound } from '../av/decode-sound.ts';
import { encodeWav } from '../av/wav.ts';
import { MediaError } from '../media-error.ts';
import { samplesPerFrame, samplesPerSecond } from '../project-content.ts';
import type { TaskControl } from '../task-options.ts';
import { phrasesOfSound, phrasesOfWords } from './phrases.ts';
import { planRecording } from './plan-recording.ts';
import type { CutRecordingRequest, RecordedScene } from './recording-tools.ts';

/** Longer recordings are cut off here. */
const maxSeconds = 4 * 3_600;

/** True if all samples are quieter than any speech into a microphone. */
function isSilent(samples: Float32Array): boolean {
  return samples.every((sample) => Math.abs(sample) < 0.001);
}

/** See `RecordingTools.cut`. Runs on a worker thread. */
export async function cutRecording(
  request: CutRecordingRequest,
  control: TaskControl,
): Promise<readonly RecordedScene[]> {
  const checkpoint = () => control.checkpoint();
  const [samples] = decodeSound(request.inputPath, { channelCount: 1, maxSeconds, checkpoint });
  if (!samples || isSilent(samples)) {
    throw new MediaError('nothing_to_speak', 'There is nothing to be heard in the recording.');
  }
  control.progress(0.4);
  const phrases = request.words ? phrasesOfWords(request.words, samples.length) : phrasesOfSound(samples);
  if (phrases.length === 0) {
    throw new MediaError('nothing_to_speak', 'No word of the transcript lies within the recording.');
  }
  const scenes = planRecording(phrases, samples.length, request);
  matchLoudness([samples], { checkpoint });
  control.progress(0.8);
  const written: RecordedScene[] = [];
  for (const [index, { startFrame, ...scene }] of scenes.entries()) {
    control.checkpoint();
    const fileName = `speech-${String(index).padStart(3, '0')}.wav`;
    const sound = new Float32Array(scene.durationFrames * samplesPerFrame);
    sound.set(samples.subarray(startFrame * samplesPerFrame).subarray(0, sound.length));
    const wav = encodeWav({ samples: sound, sampleRate: samplesPerSecond });
    await writeFile(path.join(request.outputFolder, fileName), wav);
    written.push({ ...scene, fileName });
  }
  return written;
}
