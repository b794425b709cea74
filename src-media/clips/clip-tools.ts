import type { TaskOptions } from '../task-options.ts';

/** Everything that makes moving pictures out of words, stills and clips. Paths in, paths out. */
export interface ClipTools {
  /** A clip from words, pictures, clips and sound, as H.264 MP4 at 30 frames a second (specification §4.5). */
  generateClip(request: GenerateClipRequest, options: TaskOptions): Promise<MadeClip>;
  /** Animated type and shapes: transparent WebM (VP9 with alpha), or MP4 on a ground of its own. */
  motionGraphic(request: MotionGraphicRequest, options: TaskOptions): Promise<MadeClip>;
  /** What moves before a steady background, or stands out from a plain one, as transparent WebM; sound is kept. */
  removeVideoBackground(request: CutOutRequest, options: TaskOptions): Promise<MadeClip>;
  /** Twice the size, at most 3840 pixels long and never smaller than before; rate and sound are kept. */
  upscaleVideo(request: ClipFileRequest, options: TaskOptions): Promise<MadeClip>;
  /** Five seconds of a camera moving around inside a still. */
  image3dEffect(request: ClipFileRequest, options: TaskOptions): Promise<MadeClip>;
  /** A still brought to life, without sound, for a project's scene. */
  animateStill(request: AnimateStillRequest, options: TaskOptions): Promise<MadeClip>;
  /** A transparent clip as editors import it (MOV, ProRes 4444), without sound; kept for the next time. */
  editorClip(request: EditorClipRequest, options: TaskOptions): Promise<void>;
}

/** What a clip turned out to be. */
export interface MadeClip {
  /** Of the small picture; null when none was made. */
  readonly thumbnail: { readonly width: number; readonly height: number } | null;
  readonly width: number;
  readonly height: number;
  /** Of its pictures. */
  readonly durationSeconds: number;
  readonly hasSound: boolean;
}

export interface ClipFileRequest {
  readonly inputPath: string;
  /** Whether the app's name stands in a corner; without it, it does not. */
  readonly hasWatermark?: boolean;
  /** Which of an order's results it is, from 0; those that can be made in several ways are. */
  readonly resultIndex?: number;
  readonly outputPath: string;
}

/** Transparent clips need a small picture of their own: other programs show them on black. */
interface ThumbnailWish {
  /** Where a transparent PNG of at most 480 pixels goes; without it none is made. */
  readonly thumbnailPath?: string;
}

export interface CutOutRequest extends ClipFileRequest, ThumbnailWish {}

export interface GenerateClipRequest {
  /** Empty for none. */
  readonly prompt: string;
  /** The opening frame; null for none. */
  readonly startFramePath: string | null;
  readonly imagePaths: readonly string[];
  readonly videoPaths: readonly string[];
  /** Heard one after the other from the beginning. */
  readonly audioPaths: readonly string[];
  /** A line to be spoken; blank for none. */
  readonly spokenDialogue: string;
  /** How the voice should sound, in the user's words; empty for a clear natural one. */
  readonly voiceDescription: string;
  readonly hasAmbience: boolean;
  readonly hasMusic: boolean;
  /** Null: as long as speech or sound need, else by the prompt. */
  readonly durationSeconds: number | null;
  /** No clip is longer, however long it was asked to be. */
  readonly maxSeconds: number;
  /** Even pixels. */
  readonly width: number;
  readonly height: number;
  readonly hasWatermark: boolean;
  /** The same seed gives the same clip. */
  readonly seed: string;
  readonly outputPath: string;
}

export interface EditorClipRequest {
  readonly inputPath: string;
  /** At 30 frames a second; the last picture is held when the clip is shorter. */
  readonly durationFrames: number;
  readonly outputPath: string;
}

export interface AnimateStillRequest {
  readonly stillPath: string;
  readonly durationFrames: number;
  /** Even pixels. */
  readonly width: number;
  readonly height: number;
  /** How the camera should move and what the air is like, in words; empty for the engine's own choice. */
  readonly motionPrompt: string;
  readonly seed: string;
  readonly outputPath: string;
}

export interface MotionGraphicRequest extends ThumbnailWish {
  readonly prompt: string;
  /** Shown or heard in the graphic, in order. */
  readonly references: readonly MotionReference[];
  /** Null: as long as it takes to read. */
  readonly durationSeconds: number | null;
  /** Even pixels. */
  readonly width: number;
  readonly height: number;
  readonly isTransparent: boolean;
  /** Whether its words are spoken too. */
  readonly hasVoiceover: boolean;
  /** Whether an illustration of its subject is drawn. */
  readonly hasIllustration: boolean;
  readonly seed: string;
  readonly outputPath: string;
}

export interface MotionReference {
  readonly kind: 'image' | 'video' | 'audio';
  readonly path: string;
}
