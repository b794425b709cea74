import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';
import sharp from 'sharp';
import { findNarrationGain } from '../audio/match-loudness.ts';
import { resample } from '../audio/resample.ts';
import { makePresenterClip, makeSpeakingClip } from '../avatars/clips/make-speaking-clip.ts';
import { animateStill } from '../clips/animate-still.ts';
import { image3dEffect } from '../clips/image-3d-effect.ts';
import { makeClip } from '../clips/make-clip.ts';
import { makeEditorClip } from '../clips/make-editor-clip.ts';
import { makeMotionGraphic } from '../clips/make-motion-graphic.ts';
import { removeVideoBackground } from '../clips/remove-video-background.ts';
import { upscaleVideo } from '../clips/upscale-video.ts';
import { describeDocument, isAnimation } from '../documents/description/describe-document.ts';
import { readDeck, renderDeckPage } from '../documents/document-tasks.ts';
import { drawThemedPage } from '../documents/themed/draw-themed-page.ts';
import { generateImage } from '../images/generate/generate-image.ts';
import { removeBackground } from '../images/remove-background.ts';
import { upscale } from '../images/upscale.ts';
import { vectorize } from '../images/vectorize.ts';
import { conformClip } from '../media/conform-clip.ts';
import { conformStill } from '../media/conform-still.ts';
import { drawScenePicture } from '../media/draw-scene-picture.ts';
import { makePreview } from '../media/files/make-preview.ts';
import { makeStreaming } from '../media/files/make-streaming.ts';
import { measureMovie } from '../media/files/measure-movie.ts';
import { measurePicture } from '../media/files/measure-picture.ts';
import { measureSound } from '../media/files/measure-sound.ts';
import { makeThumbnail } from '../media/make-thumbnail.ts';
import { probeMedia } from '../media/probe-media.ts';
import { cutRecording } from '../recordings/cut-recording.ts';
import { padRecording } from '../recordings/pad-recording.ts';
import { cutSound } from '../remix/cut-sound.ts';
import { findFocus } from '../remix/find-focus.ts';
import { listenForPauses } from '../remix/listen-for-pauses.ts';
import { drawLogoFrame } from '../render/draw-logo.ts';
import { encodeNarration } from '../render/encode-narration.ts';
import { encodeScene } from '../render/encode-scene.ts';
import { joinMovie } from '../render/join-movie.ts';
import { composeMusic } from '../sounds/compose-music.ts';
import { generateEffect } from '../sounds/generate-effect.ts';
import { joinRecordings } from '../sounds/join-recordings.ts';
import { borrowMarks } from '../speech/borrow-marks.ts';
import { EspeakSynthesizer } from '../speech/espeak/espeak-synthesizer.ts';
import { loadJapaneseReader, type ReadJapanese } from '../speech/espeak/japanese-reader.ts';
import { finishSpeech } from '../speech/finish-speech.ts';
import { romaniseJapanese } from '../text/romanise-japanese.ts';
import type { MediaTasks } from './media-tasks.ts';
import type { TaskControl } from './task-control.ts';

/** Handlers of a worker thread, by task. */
export type MediaTaskHandlers = {
  readonly [Name in keyof MediaTasks]: (
    input: MediaTasks[Name]['input'],
    control: TaskControl,
  ) => MediaTasks[Name]['output'] | Promise<MediaTasks[Name]['output']>;
};

/** Sets up the thread's libraries. Loads the synthesiser and the Japanese reader on first use. */
export function createMediaTaskHandlers(): MediaTaskHandlers {
  Log.setLevel(AV_LOG_QUIET);
  // The pool alone controls parallelism.
  sharp.concurrency(1);
  sharp.cache(false);
  let loadingReader: Promise<ReadJapanese> | null = null;
  const japanese = (): Promise<ReadJapanese> => (loadingReader ??= loadJapaneseReader());
  let loading: Promise<EspeakSynthesizer> | null = null;
  const espeak = (): Promise<EspeakSynthesizer> => (loading ??= EspeakSynthesizer.load(japanese));
  return {
    speakWithEspeak: async (request, control) => (await espeak()).speak(request, () => control.checkpoint()),
    measureVoice: (sound) => findNarrationGain(resample(sound)),
    borrowMarks: async ({ sound, guide }, control) =>
      borrowMarks(sound, await (await espeak()).speak(guide, () => control.checkpoint())),
    finishSpeech,
    romaniseJapanese: async (texts) => {
      const read = await japanese();
      return texts.map((text) => romaniseJapanese(text, read));
    },
    drawPicture: drawScenePicture,
    conformStill,
    conformClip,
    probe: probeMedia,
    makeThumbnail,
    fileMakePreview: makePreview,
    fileMakeStreaming: makeStreaming,
    fileMeasurePicture: measurePicture,
    fileMeasureMovie: measureMovie,
    fileMeasureSound: measureSound,
    drawLogoFrame,
    clipMake: makeClip,
    clipMotion: makeMotionGraphic,
    clipAnimate: animateStill,
    clipImage3d: image3dEffect,
    clipUpscale: upscaleVideo,
    clipCutOut: removeVideoBackground,
    clipForEditors: makeEditorClip,
    encodeScene,
    encodeNarration,
    joinMovie,
    documentOpen: readDeck,
    documentRenderPage: renderDeckPage,
    documentDescribe: describeDocument,
    documentIsAnimation: isAnimation,
    documentDrawThemedPage: drawThemedPage,
    imageGenerate: generateImage,
    imageVectorize: vectorize,
    imageRemoveBackground: removeBackground,
    imageUpscale: upscale,
    soundEffect: generateEffect,
    soundMusic: ({ prompt, ...request }, control) => composeMusic(prompt, request, control),
    soundJoin: joinRecordings,
    remixListenForPauses: listenForPauses,
    remixCutSound: cutSound,
    remixFindFocus: findFocus,
    avatarSpeakingClip: makeSpeakingClip,
    avatarPresenterClip: makePresenterClip,
    cutRecording,
    padRecording,
  };
}
