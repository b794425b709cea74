import { AsyncLocalStorage } from 'node:async_hooks';
import { rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { layOutCaptions } from './captions/lay-out-captions.ts';
import { createClipTools } from './clips/create-clip-tools.ts';
import {
  createAvatarTools,
  createDocumentTools,
  createImageTools,
  createFileTools,
  createRecordingTools,
  createRemixTools,
  createSoundTools,
} from './create-pool-tools.ts';
import { createSceneTools } from './create-scene-tools.ts';
import { createScratchFolder } from './create-scratch-folder.ts';
import type { MediaEngine } from './media-engine.ts';
import { PartCache } from './render/part-cache.ts';
import { EspeakSpeech } from './speech/espeak/espeak-speech.ts';
import { Narrator } from './speech/narrator.ts';
import type { SpeechEngine } from './speech/speech-engine.ts';
import { MacSpeech } from './speech/system/mac-speech.ts';
import { runCommand } from './speech/system/run-command.ts';
import { WindowsSpeech } from './speech/system/windows-speech.ts';
import type { TaskTurn } from './task-options.ts';
import { planScript } from './text/plan-script.ts';
import { MediaProcessClient, startMediaProcess } from './worker/media-process-client.ts';

export interface MediaEngineOptions {
  /** Parent of the scratch folder, which `dispose` removes. Default: the system's temporary folder. */
  readonly temporaryFolder?: string;
  /** Folder that keeps encoded movie parts for later renderings, on the same volume. Default: the scratch folder. */
  readonly cacheFolder?: string;
  /** Number of tasks that run at the same time. Default: half the processors, from 2 to 4. */
  readonly concurrency?: number;
}

/** The process then ends and gives its memory back; the next task waits about a second for another one. */
const idleTimeoutMs = 8_000;
/** Size limit of the encoded scenes kept for later renderings: about two hours in Full HD. */
const maxPartBytes = 1024 ** 3;

/** Creates the media engine of this machine. Its process starts on demand, when a task arrives. */
export async function createMediaEngine(options: MediaEngineOptions): Promise<MediaEngine> {
  const temporaryFolder = await createScratchFolder(options.temporaryFolder ?? tmpdir());
  const threadCount = options.concurrency ?? Math.max(2, Math.min(4, availableParallelism() >> 1));
  const turns = new AsyncLocalStorage<TaskTurn>();
  const pool = new MediaProcessClient({
    turn: () => turns.getStore(),
    startProcess: () => startMediaProcess(threadCount),
    idleTimeoutMs,
  });
  const parts = new PartCache({
    folder: join(options.cacheFolder ?? temporaryFolder, 'parts'),
    maxBytes: maxPartBytes,
  });
  const narrator = new Narrator({
    engines: [...systemSpeech(temporaryFolder), new EspeakSpeech(pool)],
    pool,
  });
  const scenes = createSceneTools({ pool, narrator, parts, temporaryFolder });
  const sounds = createSoundTools(pool);
  return {
    ...scenes,
    inTurn: (turn, work) => turns.run(turn, work),
    planScript,
    layOutCaptions,
    sounds,
    clips: createClipTools({ pool, sounds, parts, temporaryFolder, speech: scenes }),
    recordings: createRecordingTools(pool),
    remix: createRemixTools(pool),
    files: createFileTools(pool),
    avatars: createAvatarTools(pool),
    documents: createDocumentTools(pool),
    images: createImageTools(pool),
    dispose: async () => {
      await pool.dispose();
      await rm(temporaryFolder, { recursive: true, force: true });
    },
  };
}

/** Returns the speech engine of the operating system, if it has one. */
function systemSpeech(temporaryFolder: string): SpeechEngine[] {
  if (process.platform === 'darwin') return [new MacSpeech({ runCommand, temporaryFolder })];
  if (process.platform === 'win32') return [new WindowsSpeech({ runCommand, temporaryFolder })];
  return [];
}
