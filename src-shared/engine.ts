import { z } from 'zod';
import type { Timeline } from '../src-timeline/model/timeline.ts';

/**
 * What the engine, a program beside the app, and the app say to each other: one JSON text per line, orders on the
 * engine's standard input and reports on its standard output.
 */
export interface EngineTasks {
  readonly probe: { readonly input: { readonly path: string }; readonly output: MediaProbe };
  readonly proxy: { readonly input: ProxyRequest; readonly output: null };
  readonly render: { readonly input: RenderCutRequest; readonly output: null };
  /** JPEGs in base64, in the order of the frames. */
  readonly frames: { readonly input: RenderFramesRequest; readonly output: readonly string[] };
}
export type EngineTaskName = keyof EngineTasks;

/** Form in which the page plays a file: `mp4` with H.264 and AAC, `webm` with transparent VP9 and Opus, `m4a` with AAC. */
export type ProxyForm = 'mp4' | 'webm' | 'm4a';

export interface MediaProbe {
  /** `playable` as it is, by a `proxy` in `form`, or by nothing here. */
  readonly state: 'playable' | 'proxy' | 'unreadable';
  readonly form: ProxyForm | null;
  /** Names of its codecs, such as `ProRes` or `HEVC 10-bit`; null if the file is unreadable or a still. */
  readonly codec: string | null;
}

export interface ProxyRequest {
  readonly inputPath: string;
  readonly outputPath: string;
  readonly form: ProxyForm;
}

/** A movie of a cut, as MP4 with H.264 and AAC. The same request gives the same bytes. */
export interface RenderCutRequest {
  readonly timeline: Timeline;
  /** Path of each media file by its id. */
  readonly paths: Readonly<Record<string, string>>;
  /** True to draw the captions of the first caption track into the pictures. */
  readonly hasCaptions: boolean;
  readonly outputPath: string;
}

/** Small pictures of frames of a cut, without captions. */
export interface RenderFramesRequest extends Pick<RenderCutRequest, 'timeline' | 'paths'> {
  /** From the first frame of the cut. */
  readonly frames: readonly number[];
  /** Longest side of a picture, in pixels. */
  readonly longestSide: number;
}

/** Line to the engine. */
export type EngineOrder =
  | { readonly kind: 'run'; readonly task: number; readonly name: EngineTaskName; readonly input: unknown }
  | { readonly kind: 'cancel'; readonly task: number };

/** Line from the engine. `systemCode` is the operating system's code of the failure, such as `ENOSPC`. */
export const engineReportSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), task: z.number(), fraction: z.number() }),
  z.object({ kind: z.literal('done'), task: z.number(), output: z.unknown() }),
  z.object({
    kind: z.literal('failed'),
    task: z.number(),
    message: z.string(),
    systemCode: z.string().nullable(),
  }),
]);
export type EngineReport = z.infer<typeof engineReportSchema>;
