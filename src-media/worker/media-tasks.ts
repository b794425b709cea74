import type { Sound } from '../av/wav.ts';
import type { MadeAvatarClip, PresenterClipRequest, SpeakingClipRequest } from '../avatars/avatar-tools.ts';
import type {
  AnimateStillRequest,
  ClipFileRequest,
  CutOutRequest,
  EditorClipRequest,
  MadeClip,
} from '../clips/clip-tools.ts';
import type { MakeClipRequest } from '../clips/make-clip.ts';
import type { MakeMotionRequest } from '../clips/make-motion-graphic.ts';
import type {
  Deck,
  DescribeDocumentRequest,
  DocumentDescription,
  DrawThemedPageRequest,
  RenderPageRequest,
} from '../documents/document-tools.ts';
import type { FocusPoint } from '../edit/add-zoom.ts';
import type { SceneSound } from '../edit/plan-clean-up.ts';
import type {
  GenerateImageRequest,
  PictureFacts,
  PictureWithThumbnail,
  RemoveBackgroundRequest,
  UpscaleRequest,
  VectorizeRequest,
} from '../images/image-tools.ts';
import type {
  MadePreview,
  MadeStreaming,
  MovieMeasures,
  PictureMeasures,
  PreviewRequest,
  SoundMeasures,
  StreamingRequest,
} from '../media/files/file-tools.ts';
import type {
  ConformClipRequest,
  ConformedStill,
  ConformStillRequest,
  DrawPictureRequest,
  LogoFrameRequest,
  MediaFacts,
  SpokenScene,
} from '../media-engine.ts';
import type {
  CutRecordingRequest,
  PadRecordingRequest,
  RecordedScene,
} from '../recordings/recording-tools.ts';
import type { CutSoundRequest } from '../remix/remix-tools.ts';
import type { EncodeNarrationRequest } from '../render/encode-narration.ts';
import type { EncodeSceneRequest } from '../render/encode-scene.ts';
import type { JoinMovieRequest } from '../render/join-movie.ts';
import type {
  JoinRecordingsRequest,
  MusicRequest,
  SoundEffectRequest,
  SoundFacts,
} from '../sounds/sound-tools.ts';
import type { EspeakRequest } from '../speech/espeak/espeak-synthesizer.ts';
import type { FinishSpeechRequest } from '../speech/finish-speech.ts';
import type { SpeechMark, SpokenText } from '../speech/speech-engine.ts';
import type { TaskOptions } from '../task-options.ts';
import type { TaskFailure } from './task-failure.ts';

/** Tasks of the worker threads. Inputs and outputs cross threads as structured clones. */
export interface MediaTasks {
  speakWithEspeak: { input: EspeakRequest; output: SpokenText };
  /** Measures the gain in dB that a voice needs. */
  measureVoice: { input: Sound; output: number };
  /** Estimates marks of a recording from the built-in synthesiser's speech of the same text. */
  borrowMarks: {
    input: { readonly sound: Sound; readonly guide: EspeakRequest };
    output: readonly SpeechMark[];
  };
  finishSpeech: { input: FinishSpeechRequest; output: SpokenScene };
  romaniseJapanese: { input: readonly string[]; output: readonly string[] };
  drawPicture: { input: DrawPictureRequest; output: null };
  conformStill: { input: ConformStillRequest; output: ConformedStill };
  conformClip: { input: ConformClipRequest; output: { durationFrames: number } };
  probe: { input: string; output: MediaFacts | null };
  makeThumbnail: { input: ThumbnailRequest; output: null };
  fileMakePreview: { input: PreviewRequest; output: MadePreview };
  fileMakeStreaming: { input: StreamingRequest; output: MadeStreaming };
  fileMeasurePicture: { input: string; output: PictureMeasures };
  fileMeasureMovie: { input: string; output: MovieMeasures };
  fileMeasureSound: { input: string; output: SoundMeasures | null };
  drawLogoFrame: { input: LogoFrameRequest; output: null };
  clipMake: { input: MakeClipRequest; output: MadeClip };
  clipMotion: { input: MakeMotionRequest; output: MadeClip };
  clipAnimate: { input: AnimateStillRequest; output: MadeClip };
  clipImage3d: { input: ClipFileRequest; output: MadeClip };
  clipUpscale: { input: ClipFileRequest; output: MadeClip };
  clipCutOut: { input: CutOutRequest; output: MadeClip };
  clipForEditors: { input: EditorClipRequest; output: null };
  encodeScene: { input: EncodeSceneRequest; output: null };
  encodeNarration: { input: EncodeNarrationRequest; output: null };
  joinMovie: { input: JoinMovieRequest; output: null };
  imageGenerate: { input: GenerateImageRequest; output: PictureFacts };
  imageVectorize: { input: VectorizeRequest; output: PictureWithThumbnail };
  imageRemoveBackground: { input: RemoveBackgroundRequest; output: PictureWithThumbnail };
  imageUpscale: { input: UpscaleRequest; output: PictureFacts };
  soundEffect: { input: SoundEffectRequest; output: SoundFacts };
  soundMusic: { input: MusicRequest; output: SoundFacts };
  soundJoin: { input: JoinRecordingsRequest; output: SoundFacts };
  documentOpen: { input: string; output: Deck };
  documentRenderPage: { input: RenderPageRequest; output: null };
  documentDescribe: { input: DescribeDocumentRequest; output: DocumentDescription };
  documentIsAnimation: { input: string; output: boolean };
  documentDrawThemedPage: { input: DrawThemedPageRequest; output: null };
  remixListenForPauses: { input: string; output: SceneSound };
  remixCutSound: { input: CutSoundRequest; output: null };
  remixFindFocus: { input: string; output: FocusPoint };
  avatarSpeakingClip: { input: SpeakingClipRequest; output: MadeAvatarClip };
  avatarPresenterClip: { input: PresenterClipRequest; output: MadeAvatarClip };
  cutRecording: { input: CutRecordingRequest; output: readonly RecordedScene[] };
  padRecording: { input: PadRecordingRequest; output: null };
}

export interface ThumbnailRequest {
  readonly inputPath: string;
  readonly outputPath: string;
  readonly maxSide: number;
}

export type MediaTaskName = keyof MediaTasks;

/** Runs media tasks elsewhere, a few at a time. */
export interface MediaTaskRunner {
  /**
   * Runs a task.
   *
   * @throws MediaError; the signal's reason when aborted: at once while the task waits, else within a few frames
   */
  run<Name extends MediaTaskName>(
    name: Name,
    input: MediaTasks[Name]['input'],
    options: TaskOptions,
  ): Promise<MediaTasks[Name]['output']>;
}

/** Message from the pool to a worker. A worker has one task at a time. */
export interface TaskOrder {
  readonly name: MediaTaskName;
  readonly input: unknown;
  readonly control: SharedArrayBuffer;
}

/** Message from a worker to the pool. */
export type TaskReport =
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly failure: TaskFailure };
