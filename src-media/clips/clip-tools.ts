import type { TaskOptions } from '../task-options.ts';

/** Tools that make moving pictures from words, stills and clips. They read and write files by path. */
export interface ClipTools {
  /** Makes a clip from words, pictures, clips and sound, as H.264 MP4 at 30 frames per second (specification §4.5). */
  generateClip(request: GenerateClipRequest, options: TaskOptions): Promise<MadeClip>;
  /** Animates type and shapes: transparent WebM (VP9 with alpha), or MP4 with its own background. */
  motionGraphic(request: MotionGraphicRequest, options: TaskOptions): Promise<MadeClip>;
  /** Keeps what moves in front of a steady background or differs from a plain one, as transparent WebM with sound. */
  removeVideoBackground(request: CutOutRequest, options: TaskOptions): Promise<MadeClip>;
  /** Doubles the size, up to 3840 pixels on the long side and never below the original. Keeps rate and sound. */
  upscaleVideo(request: ClipFileRequest, options: TaskOptions): Promise<MadeClip>;
  /** Makes five seconds of a camera moving through a still. */
  image3dEffect(request: ClipFileRequest, options: TaskOptions): Promise<MadeClip>;
  /** Animates a still for a project's scene, without sound. */
  animateStill(request: AnimateStillRequest, options: TaskOptions): Promise<MadeClip>;
  /** Converts a transparent clip for editors (MOV, ProRes 4444), without sound. Caches the result. */
  editorClip(request: EditorClipRequest, options: TaskOptions): Promise<void>;
}

/** Properties of a finished clip. */
export interface MadeClip {
  /** Size of the thumbnail; null if none was made. */
  readonly thumbnail: { readonly width: number; readonly height: number } | null;
  readonly width: number;
  readonly height: number;
  /** Duration of the pictures. */
  readonly durationSeconds: number;
  readonly hasSound: boolean;
}

export interface ClipFileRequest {
  readonly inputPath: string;
  /** Whether to draw the app's name in a corner; default: no. */
  readonly hasWatermark?: boolean;
  /** Index of the result within an order, from 0. Some tools vary the result by it. */
  readonly resultIndex?: number;
  readonly outputPath: string;
}

/** Transparent clips need their own thumbnail: other programs show them on black. */
interface ThumbnailWish {
  /** Path for a transparent PNG of at most 480 pixels; if omitted, no thumbnail is made. */
  readonly thumbnailPath?: string;
}

export interface CutOutRequest extends ClipFileRequest, ThumbnailWish {}

export interface GenerateClipRequest {
  /** Empty for none. */
  readonly prompt: string;
  /** Path of the opening frame; null for none. */
  readonly startFramePath: string | null;
  readonly imagePaths: readonly string[];
  readonly videoPaths: readonly string[];
  /** Recordings played one after the other from the beginning. */
  readonly audioPaths: readonly string[];
  /** A line to be spoken; blank for none. */
  readonly spokenDialogue: string;
  /** Description of the voice, in the user's words; empty for a clear natural one. */
  readonly voiceDescription: string;
  readonly hasAmbience: boolean;
  readonly hasMusic: boolean;
  /** Null: the length of speech or sound; without either, a length derived from the prompt. */
  readonly durationSeconds: number | null;
  /** Upper limit of the length, even for a longer request. */
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
  /** Description of the camera move and the particles; empty lets the engine choose. */
  readonly motionPrompt: string;
  readonly seed: string;
  readonly outputPath: string;
}

export interface MotionGraphicRequest extends ThumbnailWish {
  readonly prompt: string;
  /** Media shown or played in the graphic, in order. */
  readonly references: readonly MotionReference[];
  /** Null: as long as reading takes. */
  readonly durationSeconds: number | null;
  /** Even pixels. */
  readonly width: number;
  readonly height: number;
  readonly isTransparent: boolean;
  /** Whether a voice also speaks the words. */
  readonly hasVoiceover: boolean;
  /** Whether to draw an illustration of its subject. */
  readonly hasIllustration: boolean;
  readonly seed: string;
  readonly outputPath: string;
}

export interface MotionReference {
  readonly kind: 'image' | 'video' | 'audio';
  readonly path: string;
}
