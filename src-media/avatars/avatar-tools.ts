import type { TaskOptions } from '../task-options.ts';

/** Tools that make clips of people who speak recordings. They read and write files by path. */
export interface AvatarTools {
  /** Makes a movie (MP4, H.264 and AAC at -16 LUFS) of a person speaking a recording, as long as the recording. */
  speakingClip(request: SpeakingClipRequest, options: TaskOptions): Promise<MadeAvatarClip>;
  /** Makes a square silent clip (WebM, VP9 with alpha) of a narrator, to be laid over pictures. */
  presenterClip(request: PresenterClipRequest, options: TaskOptions): Promise<MadeAvatarClip>;
}

/** The person shown: a drawn character of the catalogue, by its key, or a picture. */
export type AvatarActor =
  | { readonly kind: 'character'; readonly characterKey: string }
  | { readonly kind: 'picture'; readonly picturePath: string };

export interface SpeakingClipRequest {
  readonly actor: AvatarActor;
  readonly audioPath: string;
  /** Pixels. The frame of a character is square; the frame of a picture has the picture's shape. */
  readonly shortSide: number;
  readonly hasWatermark: boolean;
  /** Seed of the movement. Another seed gives other blinks, glances and turns of the head. */
  readonly seed: string;
  readonly outputPath: string;
}

export interface PresenterClipRequest {
  readonly actor: AvatarActor;
  readonly audioPath: string;
  /** Exact length of the clip. The mouth stays closed after the end of the recording. */
  readonly durationFrames: number;
  /** Pixels, even. */
  readonly side: number;
  readonly outputPath: string;
}

export interface MadeAvatarClip {
  readonly width: number;
  readonly height: number;
  readonly durationFrames: number;
}
