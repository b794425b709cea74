import { join } from 'node:path';
import { detectLanguage } from '../../src-shared/script/detect-language.ts';
import type { MediaEngine } from '../media-engine.ts';
import { framesPerSecond } from '../project-content.ts';
import type { PartCache } from '../render/part-cache.ts';
import type { SoundTools } from '../sounds/sound-tools.ts';
import type { TaskOptions, TaskRunner } from '../task-options.ts';
import type { clipTasks } from './clip-tasks.ts';
import type { GenerateClipRequest } from './clip-tools.ts';
import { chooseDialogueVoice } from './dialogue/choose-dialogue-voice.ts';
import type { MakeClipRequest } from './make-clip.ts';
import { chooseAmbience } from './sound/choose-ambience.ts';

export interface ClipToolsDeps {
  readonly pool: TaskRunner<typeof clipTasks>;
  readonly sounds: SoundTools;
  readonly parts: PartCache;
  readonly temporaryFolder: string;
  readonly speech: Pick<MediaEngine, 'voices' | 'speakScene' | 'probe'>;
}

/** Scratch folder and task options of the preparation. */
export interface Preparation {
  readonly folder: string;
  readonly task: TaskOptions;
}

interface Speech {
  readonly path: string;
  readonly pitch: number;
  readonly seconds: number;
}

/** Silence around a line of dialogue. */
const dialogueMarginSeconds = 1;
/** Maximum speed-up of a line that does not fit. */
const maxHurry = 1.35;
/** More letters than the fastest voice speaks in the longest clip. */
const maxSpokenLetters = 1_500;
const shortestSeconds = 5;
const longestUnaskedSeconds = 8;
/** Shortest effect and shortest music that the sound engine makes. */
const minEffectSeconds = 1;
const minMusicSeconds = 4;

/** Speaks the dialogue, makes its background sounds, and determines the length of the clip. */
export async function prepareClip(
  deps: ClipToolsDeps,
  request: GenerateClipRequest,
  preparation: Preparation,
): Promise<MakeClipRequest> {
  const speech = request.spokenDialogue.trim() === '' ? null : await speakToFit(deps, request, preparation);
  preparation.task.onProgress?.(0.5);
  const seconds = await lengthOf(deps, request, speech);
  const sounds = await makeSounds(deps, request, seconds, preparation);
  const hasSound =
    speech !== null || request.audioPaths.length > 0 || request.hasAmbience || request.hasMusic;
  const { prompt, startFramePath, imagePaths, videoPaths, audioPaths, width, height } = request;
  return {
    prompt,
    startFramePath,
    imagePaths,
    videoPaths,
    width,
    height,
    hasWatermark: request.hasWatermark,
    seed: request.seed,
    outputPath: request.outputPath,
    durationFrames: Math.max(1, Math.round(seconds * framesPerSecond)),
    sound: hasSound ? { speech, audioPaths, ...sounds } : null,
  };
}

/** Speaks the line, and a second time faster if it is longer than the clip may be. */
async function speakToFit(
  deps: ClipToolsDeps,
  request: GenerateClipRequest,
  preparation: Preparation,
): Promise<Speech> {
  const room =
    Math.min(request.durationSeconds ?? request.maxSeconds, request.maxSeconds) - dialogueMarginSeconds / 2;
  const first = await speak(deps, request, 1, preparation);
  if (first.seconds <= room) return first;
  return speak(deps, request, Math.min(maxHurry, (first.seconds / Math.max(0.5, room)) * 1.03), preparation);
}

async function speak(
  deps: ClipToolsDeps,
  request: GenerateClipRequest,
  hurry: number,
  { folder, task }: Preparation,
): Promise<Speech> {
  const languageCode = detectLanguage(request.spokenDialogue);
  const voice = chooseDialogueVoice(request.voiceDescription, await deps.speech.voices(), languageCode);
  const path = join(folder, 'speech.wav');
  // A pitch change also changes the speed, so this compensates for it.
  const speed = Math.max(0.5, Math.min(2, (voice.speed * hurry) / voice.pitch));
  const scene = { text: spokenPart(request.spokenDialogue), isHeading: false, startsParagraph: false };
  const spoken = await deps.speech.speakScene(
    { scene, voiceKey: voice.voiceKey, languageCode, speed, outputPath: path },
    { signal: task.signal },
  );
  return { path, pitch: voice.pitch, seconds: spoken.durationFrames / framesPerSecond / voice.pitch };
}

/** Cuts a line that is too long for any clip, at the end of a word. */
function spokenPart(dialogue: string): string {
  return dialogue.length <= maxSpokenLetters
    ? dialogue
    : dialogue.slice(0, maxSpokenLetters).replace(/\s+\S*$/u, '');
}

/** Returns the requested length, else the length of speech and sound, else one derived from the prompt. */
async function lengthOf(
  deps: ClipToolsDeps,
  request: GenerateClipRequest,
  speech: Speech | null,
): Promise<number> {
  const { durationSeconds, maxSeconds, audioPaths, prompt } = request;
  if (durationSeconds !== null) return Math.min(durationSeconds, maxSeconds);
  const facts = await Promise.all(audioPaths.map((path) => deps.speech.probe(path)));
  const heard = facts.reduce((sum, fact) => sum + (fact?.durationSeconds ?? 0), 0);
  const needed = Math.max(speech ? speech.seconds + dialogueMarginSeconds : 0, heard);
  if (needed > 0) return Math.min(maxSeconds, Math.max(1, needed));
  const words = prompt.split(/\s+/u).filter(Boolean).length;
  return Math.min(maxSeconds, longestUnaskedSeconds, shortestSeconds + Math.floor(words / 12));
}

async function makeSounds(
  deps: ClipToolsDeps,
  { prompt, seed, hasAmbience, hasMusic }: GenerateClipRequest,
  seconds: number,
  { folder, task }: Preparation,
): Promise<{ ambiencePath: string | null; musicPath: string | null }> {
  const options = { signal: task.signal };
  const ambience = hasAmbience ? chooseAmbience(prompt) : null;
  const ambiencePath = ambience === null ? null : join(folder, 'ambience.wav');
  const musicPath = hasMusic ? join(folder, 'music.wav') : null;
  if (ambience !== null && ambiencePath !== null) {
    const durationSeconds = Math.max(minEffectSeconds, Math.min(30, seconds));
    const wish = { prompt: ambience, durationSeconds, promptInfluence: 0.6, seed };
    await deps.sounds.generateEffect({ ...wish, outputPath: ambiencePath }, options);
  }
  if (musicPath !== null) {
    const wish = { prompt, durationSeconds: Math.max(minMusicSeconds, seconds), seed };
    await deps.sounds.composeMusic({ ...wish, outputPath: musicPath }, options);
  }
  return { ambiencePath, musicPath };
}
