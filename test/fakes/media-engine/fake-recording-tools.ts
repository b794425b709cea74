import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type {
  CutRecordingRequest,
  RecordedScene,
  RecordingTools,
} from '../../../src-media/recordings/recording-tools.ts';

/** Cuts every recording into two scenes of a second. */
export const fakeRecordingTools: RecordingTools = {
  cut: async ({ words, outputFolder }: CutRecordingRequest): Promise<RecordedScene[]> => {
    const names = ['speech-000.wav', 'speech-001.wav'];
    for (const name of names) await writeFile(path.join(outputFolder, name), 'RIFF....WAVE');
    const half = Math.ceil((words?.length ?? 0) / 2);
    return names.map((fileName, index) => ({
      fileName,
      text: (words ?? [])
        .slice(index * half, (index + 1) * half)
        .map(({ word }) => word)
        .join(' '),
      startsParagraph: index === 0,
      durationFrames: 30,
      words: [],
    }));
  },
  pad: ({ outputPath }) => writeFile(outputPath, 'RIFF....WAVE'),
};
