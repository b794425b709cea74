import type { TaskOptions } from '../../task-options.ts';

/** Makes previews, streams and measures of uploads and generated files. */
export interface FileTools {
  /**
   * Makes a copy that plays anywhere: for a movie, an MP4 with H.264 and AAC of at most 1280 × 720 pixels; for sound,
   * an M4A. Copies streams that already comply, without encoding.
   *
   * @throws MediaError `unreadable_media`, `media_too_large`, `encoding_failed`
   */
  makePreview(request: PreviewRequest, options: TaskOptions): Promise<MadePreview>;
  /**
   * Prepares a preview for HTTP Live Streaming without re-encoding. Writes three files into a folder
   * (`streamingFileNames`), with segments of about six seconds as byte ranges of one fragmented MP4.
   *
   * @throws MediaError `unreadable_media`, `encoding_failed`
   */
  makeStreaming(request: StreamingRequest, options: TaskOptions): Promise<MadeStreaming>;
  /** Measures a picture. @throws MediaError `unreadable_media`, `media_too_large` */
  measurePicture(path: string, options: TaskOptions): Promise<PictureMeasures>;
  /** Measures the pictures of a movie. @throws MediaError `unreadable_media`, `media_too_large` */
  measureMovie(path: string, options: TaskOptions): Promise<MovieMeasures>;
  /** Measures the sound of a movie or recording; null if it has none. @throws MediaError `unreadable_media` */
  measureSound(path: string, options: TaskOptions): Promise<SoundMeasures | null>;
}

/** Names of a stream's files, which refer to each other. */
export const streamingFileNames = { master: 'master.m3u8', playlist: 'hls.m3u8', media: 'hls.mp4' } as const;

export interface PreviewRequest {
  readonly inputPath: string;
  readonly outputPath: string;
}

export interface MadePreview {
  /** Null for sound files. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

export interface StreamingRequest {
  /** An MP4 or M4A made by `makePreview`. */
  readonly inputPath: string;
  readonly outputFolder: string;
}

export interface MadeStreaming extends MadePreview {
  /** Size of the media file. */
  readonly sizeBytes: number;
}

/** Main colours of a picture and its distribution of light. */
export interface PictureMeasures {
  readonly width: number;
  readonly height: number;
  /** One to three names such as `dark blue`, the most frequent first. */
  readonly colors: readonly string[];
  /** Perceived lightness of the whole picture, from 0, black, to 1, white. */
  readonly brightness: number;
  /** Lightness of the middle minus that of the rest, -1 to 1. */
  readonly centerContrast: number;
  /** Lightness of the upper half minus that of the lower, -1 to 1. */
  readonly verticalContrast: number;
  /** Mean strength of edges, from 0 for an empty plane to about 1 for noise. */
  readonly detail: number;
}

export interface MovieMeasures extends PictureMeasures {
  readonly framesPerSecond: number;
  /** Null for movies too long to analyse completely. */
  readonly cutCount: number | null;
  /** Mean change between pictures except at cuts, 0 to 1; null for long movies. */
  readonly motion: number | null;
}

export interface SoundMeasures {
  readonly kind: 'speech' | 'music' | 'sound' | 'silence';
  /** Integrated loudness in LUFS; -Infinity for silence. */
  readonly loudnessLufs: number;
  readonly channelCount: number;
}
