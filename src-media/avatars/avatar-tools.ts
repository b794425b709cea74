import type { TaskOptions } from '../task-options.ts';

/** People who speak recordings. Paths in, paths out. */
export interface AvatarTools {
  /** A movie (MP4, H.264 and AAC at -16 LUFS) of somebody speaking a recording, as long as the recording. */
  speakingClip(request: SpeakingClipRequest, options: TaskOptions): Promise<MadeAvatarClip>;
  /** A square clip without sound (WebM, VP9 with alpha) of a narrator before nothing, to be laid over pictures. */
  presenterClip(request: PresenterClipRequest, options: TaskOptions): Promise<MadeAvatarClip>;
}

/** Who is seen: a drawn character of the catalogue by its key, or a picture of somebody. */
export type AvatarActor =
  | { readonly kind: 'character'; readonly characterKey: string }
  | { readonly kind: 'picture'; readonly picturePath: string };

export interface SpeakingClipRequest {
  readonly actor: AvatarActor;
  readonly audioPath: string;
  /** Pixels; a character's frame is square, a picture's is the picture's shape. */
  readonly shortSide: number;
  readonly hasWatermark: boolean;
  /** Another seed gives another performance: other blinks, glances and turns of the head. */
  readonly seed: string;
  readonly outputPath: string;
}

export interface PresenterClipRequest {
  readonly actor: AvatarActor;
  readonly audioPath: string;
  /** The clip is exactly this long; nobody moves their mouth behind the end of the recording. */
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
