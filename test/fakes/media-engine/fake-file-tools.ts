import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type FileTools, streamingFileNames } from '../../../src-media/media/files/file-tools.ts';
import type { TaskOptions } from '../../../src-media/task-options.ts';

const picture = {
  width: 640,
  height: 360,
  brightness: 0.2,
  centerContrast: 0.3,
  verticalContrast: 0,
  detail: 0.1,
  colors: ['dark blue'],
} as const;

type FileToolName = keyof FileTools;

/** Runs before each call of a tool; a test lets it wait or throw. */
export type BeforeFileTool = (name: FileToolName, request: unknown, options: TaskOptions) => Promise<void>;

/** Creates small files with the right first bytes, and reports the same measures for all of them. */
export function createFakeFileTools(before: BeforeFileTool): FileTools {
  return {
    makePreview: async (request, options) => {
      await before('makePreview', request, options);
      await writeFile(request.outputPath, '....ftypisom preview');
      return { size: { width: 640, height: 360 } };
    },
    makeStreaming: async (request, options) => {
      await before('makeStreaming', request, options);
      const write = (name: string, text: string) => writeFile(path.join(request.outputFolder, name), text);
      await write(streamingFileNames.master, `#EXTM3U\n${streamingFileNames.playlist}\n`);
      await write(streamingFileNames.playlist, `#EXTM3U\n${streamingFileNames.media}\n#EXT-X-ENDLIST\n`);
      await write(streamingFileNames.media, '....ftypiso5 stream');
      return { size: { width: 640, height: 360 }, sizeBytes: 19 };
    },
    measurePicture: async (request, options) => {
      await before('measurePicture', request, options);
      return picture;
    },
    measureMovie: async (request, options) => {
      await before('measureMovie', request, options);
      return { ...picture, framesPerSecond: 25, cutCount: 1, motion: 0.05 };
    },
    measureSound: async (request, options) => {
      await before('measureSound', request, options);
      return { kind: 'speech', loudnessLufs: -16, channelCount: 1 };
    },
  };
}
