import type { TaskOptions } from '../task-options.ts';

/** Longest side of an enlarged image, in pixels. */
export const longestUpscaledSide = 8192;

/** Makes and changes single images on the worker threads. The tools read and write files by path. */
export interface ImageTools {
  /** Makes a picture from a prompt, without any text in it, as PNG. */
  generate(request: GenerateImageRequest, options: TaskOptions): Promise<PictureFacts>;
  /** Traces an image into an SVG of filled shapes, and makes a PNG thumbnail. */
  vectorize(request: VectorizeRequest, options: TaskOptions): Promise<PictureWithThumbnail>;
  /** Isolates the subject as PNG with transparency, and makes a PNG thumbnail. */
  removeBackground(request: RemoveBackgroundRequest, options: TaskOptions): Promise<PictureWithThumbnail>;
  /** Doubles the width and height of an image, as PNG or JPEG by the output's extension. */
  upscale(request: UpscaleRequest, options: TaskOptions): Promise<PictureFacts>;
}

export interface PictureFacts {
  readonly width: number;
  readonly height: number;
}

export interface PictureWithThumbnail extends PictureFacts {
  readonly thumbnail: PictureFacts;
}

export interface GenerateImageRequest {
  readonly prompt: string;
  /** Pictures of the subject, at most a dozen, restyled by the prompt. */
  readonly subjectPaths: readonly string[];
  /** Pictures whose colours the result adopts. */
  readonly stylePaths: readonly string[];
  readonly width: number;
  readonly height: number;
  /** Another seed gives another variant. */
  readonly seed: string;
  readonly isMarked: boolean;
  readonly outputPath: string;
}

export interface VectorizeRequest {
  readonly inputPath: string;
  readonly isMarked: boolean;
  readonly outputPath: string;
  readonly thumbnailPath: string;
  /** Another seed groups the colours slightly differently. */
  readonly seed: string;
}

export interface RemoveBackgroundRequest {
  readonly inputPath: string;
  readonly isMarked: boolean;
  readonly outputPath: string;
  readonly thumbnailPath: string;
}

export interface UpscaleRequest {
  readonly inputPath: string;
  readonly isMarked: boolean;
  readonly outputPath: string;
}
