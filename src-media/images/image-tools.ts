import type { TaskOptions } from '../task-options.ts';

/** No side of an enlarged image is longer, in pixels. */
export const longestUpscaledSide = 8192;

/** Makes and changes single images. Paths in, paths out, in the worker threads. */
export interface ImageTools {
  /** A picture of what a prompt describes, without any writing in it, as PNG. */
  generate(request: GenerateImageRequest, options: TaskOptions): Promise<PictureFacts>;
  /** Traces an image into an SVG of filled shapes, and draws a small PNG of it. */
  vectorize(request: VectorizeRequest, options: TaskOptions): Promise<PictureWithThumbnail>;
  /** The subject alone, as PNG with transparency, and a small PNG of it. */
  removeBackground(request: RemoveBackgroundRequest, options: TaskOptions): Promise<PictureWithThumbnail>;
  /** The image with twice as many pixels in both directions, as PNG or JPEG by the output's extension. */
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
  /** Pictures of what is to be shown, at most a dozen; they are restyled as the prompt says. */
  readonly subjectPaths: readonly string[];
  /** Pictures whose colours the result takes on. */
  readonly stylePaths: readonly string[];
  readonly width: number;
  readonly height: number;
  /** Another seed is another variant. */
  readonly seed: string;
  readonly isMarked: boolean;
  readonly outputPath: string;
}

export interface VectorizeRequest {
  readonly inputPath: string;
  readonly isMarked: boolean;
  readonly outputPath: string;
  readonly thumbnailPath: string;
  /** Another seed groups the colours a little differently. */
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
