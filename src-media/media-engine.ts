import type { ExportQuality } from '../src-shared/api/projects.ts';
import type { PlannedScene, ScriptPlan, ScriptPlanOptions } from '../src-shared/script/cut-script.ts';
import type { AvatarTools } from './avatars/avatar-tools.ts';
import type { CaptionStyle } from './captions/caption-style.ts';
import type { ClipTools } from './clips/clip-tools.ts';
import type { DocumentTools } from './documents/document-tools.ts';
import type { ImageTools } from './images/image-tools.ts';
import type { FileTools } from './media/files/file-tools.ts';
import type {
  ProjectCaption,
  ProjectLogo,
  SceneTransition,
  SpokenWord,
  StillZoom,
} from './project-content.ts';
import type { RecordingTools } from './recordings/recording-tools.ts';
import type { RemixTools } from './remix/remix-tools.ts';
import type { SoundTools } from './sounds/sound-tools.ts';
import type { TaskOptions, TaskTurn } from './task-options.ts';

/**
 * All media operations that the jobs need. They read and write files by path and know no records. Long tasks run on a
 * few threads of a separate process: the caller's event loop stays free, and a crash costs only the running tasks.
 */
export interface MediaEngine {
  /** Runs `work`, whose tasks wait for a thread by the turn; tasks outside any turn go first. */
  inTurn<Result>(turn: TaskTurn, work: () => Result): Result;
  /** Returns the speech catalogue, in catalogue order. */
  voices(): Promise<readonly EngineVoice[]>;
  /** Cuts a script into scenes. Pure; every spoken character is in exactly one scene. */
  planScript(script: string, options: ScriptPlanOptions): ScriptPlan;
  /** Speaks one scene into a mono 48 kHz 16-bit WAV whose length is a whole number of frames. */
  speakScene(request: SpeakSceneRequest, options: TaskOptions): Promise<SpokenScene>;
  /** Converts Japanese texts to Latin letters by their reading, with a space between words. */
  romaniseJapanese(texts: readonly string[], options: TaskOptions): Promise<readonly string[]>;
  /** Draws the still of a scene as PNG. */
  drawPicture(request: DrawPictureRequest, options: TaskOptions): Promise<void>;
  /** Fits the user's own image to the project's frame, upright, in sRGB, as PNG or JPEG by the output's extension. */
  conformStill(request: ConformStillRequest, options: TaskOptions): Promise<ConformedStill>;
  /**
   * Converts the user's own clip to the project's frame and rate, at least `minDurationFrames` long; silent unless
   * `keepsSound`.
   */
  conformClip(request: ConformClipRequest, options: TaskOptions): Promise<{ durationFrames: number }>;
  /** Lays out the captions of a whole project from its spoken words. Pure. */
  layOutCaptions(scenes: readonly CaptionedScene[], options: CaptionLayoutOptions): ProjectCaption[];
  /** Renders the flattened movie: H.264, AAC 48 kHz stereo, bt709, constant frame rate, faststart. */
  renderMovie(request: RenderMovieRequest, options: TaskOptions): Promise<RenderedMovie>;
  /** Draws a transparent picture of the frame's size with the logo in place, for editors to overlay. */
  drawLogoFrame(request: LogoFrameRequest, options: TaskOptions): Promise<void>;
  /** Determines the properties of a media file from its bytes; null if the engine cannot read it. */
  probe(path: string): Promise<MediaFacts | null>;
  /** Makes a JPEG of at most `maxSide` from an image or from a frame near the start of a movie. */
  makeThumbnail(path: string, outputPath: string, maxSide: number, options: TaskOptions): Promise<void>;
  /** Makes and changes single images. */
  readonly images: ImageTools;
  /** Sound effects and music. */
  readonly sounds: SoundTools;
  /** Makes moving pictures from words, stills and clips. */
  readonly clips: ClipTools;
  /** Edits the user's own recordings. */
  readonly recordings: RecordingTools;
  /** Tools for edits of finished projects. */
  readonly remix: RemixTools;
  /** Previews, streams and measures of uploads and generated files. */
  readonly files: FileTools;
  /** Actors who speak recordings. */
  readonly avatars: AvatarTools;
  /** Reads decks and draws their pages. */
  readonly documents: DocumentTools;
  dispose(): Promise<void>;
}

export interface EngineVoice {
  /** Stable over restarts, and equal on all machines that have the voice. */
  readonly voiceKey: string;
  readonly displayName: string;
  /** BCP 47, such as `en-US`. */
  readonly languageCode: string;
  readonly gender: 'MALE' | 'FEMALE' | 'NEUTRAL';
  readonly accent: string | null;
  readonly description: string | null;
  readonly supportsAllLanguages: boolean;
  /** Undefined for voices without restriction. */
  readonly restriction?: VoiceRestriction;
}

/** `deprecated` voices will be removed; `videos_only` voices do not read texts aloud outside videos. */
export type VoiceRestriction = 'deprecated' | 'videos_only';

export interface SpeakSceneRequest {
  readonly scene: PlannedScene;
  /** Null for the best voice of the language. */
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
  /** All scenes before it, which determine its section and what they have shown; default: none. */
  readonly previousScenes?: readonly PlannedScene[];
  readonly projectTitle: string;
  /** Style description in the user's words; empty lets the engine choose. */
  readonly styleText: string;
  readonly languageCode: string;
  /** Index of the drawing variant; default: 0. */
  readonly variant?: number;
  readonly width: number;
  readonly height: number;
  readonly outputPath: string;
}

interface ConformRequest {
  readonly inputPath: string;
  readonly width: number;
  readonly height: number;
  readonly outputPath: string;
}

export interface ConformStillRequest extends ConformRequest {
  /** `backdrop`: only the background shown behind a picture of another shape. Default: `whole`. */
  readonly part?: 'whole' | 'backdrop';
}

export interface ConformedStill {
  /** True if every program shows the image itself the same way, once it is fitted into the frame. */
  readonly isPlain: boolean;
}

export interface ConformClipRequest extends ConformRequest {
  /** Shorter clips hold their last frame. */
  readonly minDurationFrames: number;
  /** True keeps the clip's own sound, if it has any; default: silent. */
  readonly keepsSound?: boolean;
}

export interface CaptionedScene {
  readonly text: string;
  readonly startFrame: number;
  readonly durationFrames: number;
  readonly words: readonly SpokenWord[];
}

export interface CaptionLayoutOptions {
  readonly languageCode: string;
  /** Shape of the frame; narrow frames get shorter lines. */
  readonly aspect: { readonly width: number; readonly height: number };
}

export interface RenderMovieRequest {
  readonly scenes: readonly RenderScene[];
  readonly captions: readonly ProjectCaption[];
  /** Null for no captions in the picture. */
  readonly captionStyle: CaptionStyle | null;
  readonly languageCode: string;
  /** Size of the project's frame. The movie has the same shape with the quality's short side. */
  readonly width: number;
  readonly height: number;
  readonly quality: ExportQuality;
  /** Music under the whole movie, repeated or cut to its length and lowered during speech; default: none. */
  readonly music?: { readonly path: string; /** 0 to 1. */ readonly volume: number } | null;
  /** Shown in its corner over everything except the end screen. */
  readonly logo?: PlacedLogo | null;
  readonly hasWatermark: boolean;
  readonly hasEndScreen: boolean;
  readonly outputPath: string;
}

export interface RenderScene {
  readonly pictureKind: 'still' | 'clip';
  readonly picturePath: string;
  /** Null for a silent scene. */
  readonly speechPath: string | null;
  readonly durationFrames: number;
  /** Slow zoom of a still. */
  readonly zoom?: StillZoom | null;
  /** Transition from the previous scene; default: a cut. */
  readonly transition?: SceneTransition | null;
  /** Clip of the visible narrator, shown over the picture. */
  readonly presenterPath?: string | null;
  /** True if the sound of the scene's clip is audible. */
  readonly isAudible?: boolean;
  /** Word times for captions that follow the voice; without them the times are estimated. */
  readonly words?: readonly SpokenWord[];
}

/** A logo with its image file, which may be transparent or SVG. */
export interface PlacedLogo extends Omit<ProjectLogo, 'fileId'> {
  readonly path: string;
}

/** A logo on an otherwise empty frame. */
export interface LogoFrameRequest {
  readonly logo: PlacedLogo;
  readonly width: number;
  readonly height: number;
  /** Path of a PNG. */
  readonly outputPath: string;
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
  /** Displayed size in pixels, after rotation; null for audio. */
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly hasSound: boolean;
}
