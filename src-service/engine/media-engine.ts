import type { VisualPacing } from '../../src-shared/api/common.ts';
import type { ExportQuality } from '../../src-shared/api/projects.ts';
import type { CaptionStyle } from './captions/caption-style.ts';
import type { ProjectCaption, SpokenWord } from './project-content.ts';

/**
 * Everything the jobs ask of the media machinery. Paths in, paths out: it knows no records. Long tasks run on
 * worker threads with bounded concurrency; the caller's event loop stays free.
 */
export interface MediaEngine {
  /** The speech catalogue, in catalogue order. */
  voices(): Promise<readonly EngineVoice[]>;
  /** Cuts a script into scenes. Pure; every character that is spoken is in exactly one scene. */
  planScript(script: string, options: ScriptPlanOptions): ScriptPlan;
  /** Speaks one scene into a mono 48 kHz 16-bit WAV whose length is a whole number of frames. */
  speakScene(request: SpeakSceneRequest, options: TaskOptions): Promise<SpokenScene>;
  /** Draws the still of a scene as PNG. */
  drawPicture(request: DrawPictureRequest, options: TaskOptions): Promise<void>;
  /** An own image, upright, in sRGB, filling the project's frame, as PNG or JPEG by the output's extension. */
  conformStill(request: ConformStillRequest, options: TaskOptions): Promise<void>;
  /** An own clip at the project's frame size and rate, without sound, at least `minDurationFrames` long. */
  conformClip(request: ConformClipRequest, options: TaskOptions): Promise<{ durationFrames: number }>;
  /** Captions of a whole project from its spoken words. Pure. */
  layOutCaptions(scenes: readonly CaptionedScene[], options: CaptionLayoutOptions): ProjectCaption[];
  /** The flattened movie: H.264, AAC 48 kHz stereo, bt709, constant frame rate, faststart. */
  renderMovie(request: RenderMovieRequest, options: TaskOptions): Promise<RenderedMovie>;
  /** What a media file is, told by its bytes; null when it is none we can read. */
  probe(path: string): Promise<MediaFacts | null>;
  /** A JPEG no larger than `maxSide` of an image or of a frame near the start of a movie. */
  makeThumbnail(path: string, outputPath: string, maxSide: number, options: TaskOptions): Promise<void>;
  dispose(): Promise<void>;
}

export interface TaskOptions {
  /** Aborting stops the work within a few frames and removes what was half written; the task rejects. */
  readonly signal: AbortSignal;
  /** Called with 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
}

export interface EngineVoice {
  /** Stable over restarts and machines that have the voice. */
  readonly voiceKey: string;
  readonly displayName: string;
  /** BCP 47, such as `en-US`. */
  readonly languageCode: string;
  readonly gender: 'MALE' | 'FEMALE' | 'NEUTRAL';
  readonly accent: string | null;
  readonly description: string | null;
  readonly supportsAllLanguages: boolean;
}

export interface ScriptPlanOptions {
  readonly pacing: VisualPacing;
  /** Null: told from the script's letters and words. */
  readonly languageCode: string | null;
  /** The most scenes to make. */
  readonly maxScenes: number;
}

export interface ScriptPlan {
  /** Heading or first words, at most 60 characters, for the project's title. */
  readonly title: string;
  readonly languageCode: string;
  readonly scenes: readonly PlannedScene[];
}

export interface PlannedScene {
  readonly text: string;
  readonly isHeading: boolean;
  /** True for the first scene of a paragraph: a longer pause is spoken before it. */
  readonly startsParagraph: boolean;
}

export interface SpeakSceneRequest {
  readonly scene: PlannedScene;
  /** Null: the best voice for the language. */
  readonly voiceKey: string | null;
  readonly languageCode: string;
  /** 1 is normal; 0.5 to 2. */
  readonly speed: number;
  readonly outputPath: string;
}

export interface SpokenScene {
  readonly durationFrames: number;
  readonly words: readonly SpokenWord[];
}

export interface DrawPictureRequest {
  readonly scene: PlannedScene;
  readonly sceneIndex: number;
  readonly sceneCount: number;
  readonly projectTitle: string;
  /** The written style in the user's words; empty for the engine's own choice. */
  readonly styleText: string;
  readonly languageCode: string;
  readonly width: number;
  readonly height: number;
  readonly outputPath: string;
}

export interface ConformStillRequest {
  readonly inputPath: string;
  readonly width: number;
  readonly height: number;
  readonly outputPath: string;
}

export interface ConformClipRequest extends ConformStillRequest {
  /** The last frame is held when the clip is shorter. */
  readonly minDurationFrames: number;
}

export interface CaptionedScene {
  readonly text: string;
  readonly startFrame: number;
  readonly durationFrames: number;
  readonly words: readonly SpokenWord[];
}

export interface CaptionLayoutOptions {
  readonly languageCode: string;
  /** Of the frame: narrow frames get shorter lines. */
  readonly aspect: { readonly width: number; readonly height: number };
}

export interface RenderMovieRequest {
  readonly scenes: readonly RenderScene[];
  readonly captions: readonly ProjectCaption[];
  /** Null: no captions in the picture. */
  readonly captionStyle: CaptionStyle | null;
  readonly languageCode: string;
  /** The project's frame; the movie's is the same shape at the quality's short side. */
  readonly width: number;
  readonly height: number;
  readonly quality: ExportQuality;
  readonly hasWatermark: boolean;
  readonly hasEndScreen: boolean;
  readonly outputPath: string;
}

export interface RenderScene {
  readonly pictureKind: 'still' | 'clip';
  readonly picturePath: string;
  readonly speechPath: string;
  readonly durationFrames: number;
  /** For captions that follow the voice word by word; without them the times of the words are estimated. */
  readonly words?: readonly SpokenWord[];
}

export interface RenderedMovie {
  readonly width: number;
  readonly height: number;
  readonly durationFrames: number;
  readonly sizeBytes: number;
}

export interface MediaFacts {
  readonly type: 'IMAGE' | 'VIDEO' | 'AUDIO';
  readonly mimeType: string;
  /** Null for images. */
  readonly durationSeconds: number | null;
  /** Pixels as shown, after rotation; null for audio. */
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly hasSound: boolean;
}
