import { rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { layOutCaptions } from './captions/lay-out-captions.ts';
import { createScratchFolder } from './create-scratch-folder.ts';
import type { MediaEngine } from './media-engine.ts';
import { PartCache } from './render/part-cache.ts';
import { renderMovie } from './render/render-movie.ts';
import { planScript } from './script/plan-script.ts';
import { EspeakSpeech } from './speech/espeak/espeak-speech.ts';
import { Narrator } from './speech/narrator.ts';
import type { SpeechEngine } from './speech/speech-engine.ts';
import { MacSpeech } from './speech/system/mac-speech.ts';
import { runCommand } from './speech/system/run-command.ts';
import { WindowsSpeech } from './speech/system/windows-speech.ts';
import { MediaPool } from './worker/media-pool.ts';
import { startMediaThread } from './worker/start-media-thread.ts';
import { writeWholeFile } from './write-whole-file.ts';

export interface MediaEngineOptions {
  /** Where scratch files go, in a folder of their own that is gone after `dispose`. The system's own place by default. */
  readonly temporaryFolder?: string;
  /** How many tasks run at the same time; by default half the processors, from 2 to 4. */
  readonly concurrency?: number;
}

const stallTimeoutMs = 120_000;
const idleTimeoutMs = 60_000;
/** Encoded scenes kept for the next rendering: some two hours in Full HD. */
const mostPartBytes = 1024 ** 3;

/** The media engine of this machine. Threads are started when there is work for them. */
export async function createMediaEngine(options: MediaEngineOptions): Promise<MediaEngine> {
  const temporaryFolder = await createScratchFolder(options.temporaryFolder ?? tmpdir());
  const pool = new MediaPool({
    startThread: startMediaThread,
    size: options.concurrency ?? Math.max(2, Math.min(4, availableParallelism() >> 1)),
    stallTimeoutMs,
    idleTimeoutMs,
  });
  const parts = new PartCache({ folder: join(temporaryFolder, 'parts'), mostBytes: mostPartBytes });
  const engines = [...systemSpeech(temporaryFolder), new EspeakSpeech(pool)];
  const narrator = new Narrator({ engines, pool });
  const whole = writeWholeFile;
  return {
    voices: () => narrator.voices(),
    planScript,
    speakScene: (request, task) =>
      whole(request.outputPath, (outputPath) => narrator.speakScene({ ...request, outputPath }, task)),
    drawPicture: async (request, task) => {
      await whole(request.outputPath, (outputPath) =>
        pool.run('drawPicture', { ...request, outputPath }, task),
      );
    },
    conformStill: async (request, task) => {
      await whole(request.outputPath, (outputPath) =>
        pool.run('conformStill', { ...request, outputPath }, task),
      );
    },
    conformClip: (request, task) =>
      whole(request.outputPath, (outputPath) => pool.run('conformClip', { ...request, outputPath }, task)),
    layOutCaptions,
    renderMovie: (request, task) =>
      whole(request.outputPath, (outputPath) =>
        renderMovie({ ...request, outputPath }, task, { pool, parts, temporaryFolder }),
      ),
    probe: (path) => pool.run('probe', path, { signal: new AbortController().signal }),
    makeThumbnail: async (inputPath, thumbnailPath, maxSide, task) => {
      await whole(thumbnailPath, (outputPath) =>
        pool.run('makeThumbnail', { inputPath, outputPath, maxSide }, task),
      );
    },
    dispose: async () => {
      await pool.dispose();
      await rm(temporaryFolder, { recursive: true, force: true });
    },
  };
}

/** The operating system's own voices, where it has any. */
function systemSpeech(temporaryFolder: string): SpeechEngine[] {
  if (process.platform === 'darwin') return [new MacSpeech({ runCommand, temporaryFolder })];
  if (process.platform === 'win32') return [new WindowsSpeech({ runCommand, temporaryFolder })];
  return [];
}
