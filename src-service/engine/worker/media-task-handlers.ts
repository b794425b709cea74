import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';
import sharp from 'sharp';
import { findNarrationGain } from '../audio/match-loudness.ts';
import { resample } from '../audio/resample.ts';
import { conformClip } from '../media/conform-clip.ts';
import { conformStill } from '../media/conform-still.ts';
import { drawScenePicture } from '../media/draw-scene-picture.ts';
import { makeThumbnail } from '../media/make-thumbnail.ts';
import { probeMedia } from '../media/probe-media.ts';
import { encodeNarration } from '../render/encode-narration.ts';
import { encodeScene } from '../render/encode-scene.ts';
import { joinMovie } from '../render/join-movie.ts';
import { borrowMarks } from '../speech/borrow-marks.ts';
import { EspeakSynthesizer } from '../speech/espeak/espeak-synthesizer.ts';
import { finishSpeech } from '../speech/finish-speech.ts';
import type { MediaTasks } from './media-tasks.ts';
import type { TaskControl } from './task-control.ts';

/** What a worker thread does for each task. */
export type MediaTaskHandlers = {
  readonly [Name in keyof MediaTasks]: (
    input: MediaTasks[Name]['input'],
    control: TaskControl,
  ) => Promise<MediaTasks[Name]['output']>;
};

/** Sets the thread's libraries up; the synthesiser is loaded when first needed. */
export function createMediaTaskHandlers(): MediaTaskHandlers {
  Log.setLevel(AV_LOG_QUIET);
  // The pool decides how much runs at a time.
  sharp.concurrency(1);
  sharp.cache(false);
  let loading: Promise<EspeakSynthesizer> | null = null;
  const espeak = (): Promise<EspeakSynthesizer> => (loading ??= EspeakSynthesizer.load());
  return {
    listEspeakVoices: async () => (await espeak()).listVoices(),
    speakWithEspeak: async (request, control) => (await espeak()).speak(request, () => control.checkpoint()),
    measureVoice: async (sound) => findNarrationGain(resample(sound)),
    borrowMarks: async ({ sound, guide }, control) =>
      borrowMarks(sound, await (await espeak()).speak(guide, () => control.checkpoint())),
    finishSpeech,
    drawPicture: drawScenePicture,
    conformStill,
    conformClip,
    probe: probeMedia,
    makeThumbnail,
    encodeScene,
    encodeNarration,
    joinMovie,
  };
}
