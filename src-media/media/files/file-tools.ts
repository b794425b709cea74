import type { TaskOptions } from '../../task-options.ts';

/** What uploads and made files need besides a thumbnail: something to play, and something to say about them. */
export interface FileTools {
  /**
   * A copy to play anywhere: of a movie an MP4 with H.264 and AAC of at most 1280 × 720 pixels, of sound an M4A.
   * What is like that already is copied without another encoding.
   *
   * @throws MediaError `unreadable_media`, `media_too_large`, `encoding_failed`
   */
  makePreview(request: PreviewRequest, options: TaskOptions): Promise<MadePreview>;
  /**
   * HTTP Live Streaming of a preview: three files in a folder (`streamingFileNames`), segments of about six seconds
   * as byte ranges of one fragmented MP4. Nothing is encoded again.
   *
   * @throws MediaError `unreadable_media`, `encoding_failed`
   */
  makeStreaming(request: StreamingRequest, options: TaskOptions): Promise<MadeStreaming>;
  /** What can be measured of a picture. @throws MediaError `unreadable_media`, `media_too_large` */
  measurePicture(path: string, options: TaskOptions): Promise<PictureMeasures>;
  /** What can be measured of a movie's pictures. @throws MediaError `unreadable_media`, `media_too_large` */
  measureMovie(path: string, options: TaskOptions): Promise<MovieMeasures>;
  /** What can be measured of a movie's or recording's sound; null without any. @throws MediaError `unreadable_media` */
  measureSound(path: string, options: TaskOptions): Promise<SoundMeasures | null>;
}

/** The files of a stream, which refer to each other by these names. */
export const streamingFileNames = { master: 'master.m3u8', playlist: 'hls.m3u8', media: 'hls.mp4' } as const;

export interface PreviewRequest {
  readonly inputPath: string;
  readonly outputPath: string;
}

export interface MadePreview {
  /** Null for sound. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

export interface StreamingRequest {
  /** An MP4 or M4A as `makePreview` makes them. */
  readonly inputPath: string;
  readonly outputFolder: string;
}

export interface MadeStreaming extends MadePreview {
  /** Of the media file. */
  readonly sizeBytes: number;
}

/** The main colours of a picture and how light is spread over it. */
export interface PictureMeasures {
  readonly width: number;
  readonly height: number;
  /** Names such as `dark blue`, the most frequent first; at least one and at most three. */
  readonly colors: readonly string[];
  /** 0 is black, 1 white: perceived lightness of the whole picture. */
  readonly brightness: number;
  /** How much lighter the middle is than the rest, -1 to 1. */
  readonly centerContrast: number;
  /** How much lighter the upper half is than the lower, -1 to 1. */
  readonly verticalContrast: number;
  /** Mean strength of edges, 0 for an empty plane to about 1 for noise. */
  readonly detail: number;
}

export interface MovieMeasures extends PictureMeasures {
  readonly framesPerSecond: number;
  /** Null for movies too long to be looked through whole. */
  readonly cutCount: number | null;
  /** Mean change from one picture to the next without cuts, 0 to 1; null like the cuts. */
  readonly motion: number | null;
}

export interface SoundMeasures {
  readonly kind: 'speech' | 'music' | 'sound' | 'silence';
  /** Integrated, in LUFS; -Infinity for silence. */
  readonly loudnessLufs: number;
  readonly channelCount: number;
}
