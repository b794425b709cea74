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
import type { TaskOptions } from './task-options.ts';

/**
 * Everything the jobs ask of the media machinery. Paths in, paths out: it knows no records. Long tasks run on
 * threads of a process of its own, a few at a time; the caller's event loop stays free, and a crash costs tasks only.
 */
export interface MediaEngine {
  /** The speech catalogue, in catalogue order. */
  voices(): Promise<readonly EngineVoice[]>;
  /** Cuts a script into scenes. Pure; every character that is spoken is in exactly one scene. */
  planScript(script: string, options: ScriptPlanOptions): ScriptPlan;
  /** Speaks one scene into a mono 48 kHz 16-bit WAV whose length is a whole number of frames. */
  speakScene(request: SpeakSceneRequest, options: TaskOptions): Promise<SpokenScene>;
  /** Japanese texts in Latin letters, by how they are read, with a space between words. */
  romaniseJapanese(texts: readonly string[], options: TaskOptions): Promise<readonly string[]>;
  /** Draws the still of a scene as PNG. */
  drawPicture(request: DrawPictureRequest, options: TaskOptions): Promise<void>;
  /** An own image, upright, in sRGB, filling the project's frame, as PNG or JPEG by the output's extension. */
  conformStill(request: ConformStillRequest, options: TaskOptions): Promise<ConformedStill>;
  /** An own clip at the project's frame size and rate, at least `minDurationFrames` long; silent unless `keepsSound`. */
  conformClip(request: ConformClipRequest, options: TaskOptions): Promise<{ durationFrames: number }>;
  /** Captions of a whole project from its spoken words. Pure. */
  layOutCaptions(scenes: readonly CaptionedScene[], options: CaptionLayoutOptions): ProjectCaption[];
  /** The flattened movie: H.264, AAC 48 kHz stereo, bt709, constant frame rate, faststart. */
  renderMovie(request: RenderMovieRequest, options: TaskOptions): Promise<RenderedMovie>;
  /** A transparent picture of the frame's size with the logo in its place, as editors put it over the others. */
  drawLogoFrame(request: LogoFrameRequest, options: TaskOptions): Promise<void>;
  /** What a media file is, judged by its bytes; null when it is none we can read. */
  probe(path: string): Promise<MediaFacts | null>;
  /** A JPEG no larger than `maxSide` of an image or of a frame near the start of a movie. */
  makeThumbnail(path: string, outputPath: string, maxSide: number, options: TaskOptions): Promise<void>;
  /** Single images made and changed. */
  readonly images: ImageTools;
  /** Sound effects and music. */
  readonly sounds: SoundTools;
  /** Moving pictures out of words, stills and clips. */
  readonly clips: ClipTools;
  /** Work on somebody's own recording. */
  readonly recordings: RecordingTools;
  /** What edits of finished projects need. */
  readonly remix: RemixTools;
  /** What uploads and made files need besides a thumbnail. */
  readonly files: FileTools;
  /** Actors who speak recordings. */
  readonly avatars: AvatarTools;
  /** Decks read and their pages drawn. */
  readonly documents: DocumentTools;
  dispose(): Promise<void>;
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
  /** Left out for voices that are there for everything. */
  readonly restriction?: VoiceRestriction;
}

/** `deprecated` voices are on their way out; `videos_only` ones do not read a text aloud by themselves. */
export type VoiceRestriction = 'deprecated' | 'videos_only';

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
  /** Which of the possible drawings: 0, or nothing, is the first. */
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
  /** `backdrop`: only what stands behind a picture of another shape. The whole without it. */
  readonly part?: 'whole' | 'backdrop';
}

export interface ConformedStill {
  /** Whether the image itself looks the same in every program, once it is fitted into the frame. */
  readonly isPlain: boolean;
}

export interface ConformClipRequest extends ConformRequest {
  /** The last frame is held when the clip is shorter. */
  readonly minDurationFrames: number;
  /** Whether the clip's own sound is kept, where it has any; left out of it otherwise. */
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
  /** Under the whole movie, repeated or cut to its length, lower while somebody speaks; without it there is none. */
  readonly music?: { readonly path: string; /** 0 to 1. */ readonly volume: number } | null;
  /** In its corner over everything but the end screen. */
  readonly logo?: PlacedLogo | null;
  readonly hasWatermark: boolean;
  readonly hasEndScreen: boolean;
  readonly outputPath: string;
}

export interface RenderScene {
  readonly pictureKind: 'still' | 'clip';
  readonly picturePath: string;
  /** Null in a silent scene. */
  readonly speechPath: string | null;
  readonly durationFrames: number;
  /** A slow move over a still. */
  readonly zoom?: StillZoom | null;
  /** How the scene before goes over into this one; a cut without it. */
  readonly transition?: SceneTransition | null;
  /** The narrator as seen, a clip over the picture. */
  readonly presenterPath?: string | null;
  /** Whether the sound of the scene's clip is heard. */
  readonly isAudible?: boolean;
  /** For captions that follow the voice word by word; without them the times of the words are estimated. */
  readonly words?: readonly SpokenWord[];
}

/** A logo with the file it is in: an image with or without transparency, SVG too. */
export interface PlacedLogo extends Omit<ProjectLogo, 'fileId'> {
  readonly path: string;
}

/** A logo on a frame of its own. */
export interface LogoFrameRequest {
  readonly logo: PlacedLogo;
  readonly width: number;
  readonly height: number;
  /** A PNG. */
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
  /** Pixels as shown, after rotation; null for audio. */
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly hasSound: boolean;
}
