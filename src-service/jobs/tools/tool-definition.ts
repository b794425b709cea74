import type { MediaEngine, TaskOptions } from '@dailies/media';
import { z } from 'zod';
import { transcriptSchema } from '../../../src-shared/api/common.ts';
import { fileTypeSchema } from '../../../src-shared/api/files.ts';
import type { ParsedBody } from '../../../src-shared/api/operations.ts';
import { ApiError } from '../../api-error.ts';
import type { Caller } from '../../auth/credentials.ts';
import type { VoiceCatalogue } from '../../catalogue/voice-catalogue.ts';
import type { EntityRepository } from '../../store/entity-repository.ts';
import type { FileRepository } from '../../store/file-repository.ts';
import type { FileStore } from '../../store/file-store.ts';

/** The operations that start a tool (specification §4.5, contract supplement §4.1). */
export type ToolOperation =
  | 'generateImage'
  | 'generateVideoClip'
  | 'generateMotionGraphic'
  | 'textToSpeech'
  | 'generateSoundEffect'
  | 'generateMusic'
  | 'generateAvatar'
  | 'vectorizeImage'
  | 'removeImageBackground'
  | 'upscaleImage'
  | 'image3dEffect'
  | 'removeVideoBackground'
  | 'upscaleVideo';

/** What a request is checked against, before anything is started. */
export interface ToolCheckDeps {
  readonly files: FileRepository;
  readonly entities: EntityRepository;
  readonly catalogue: VoiceCatalogue;
}

/** What a tool works with. */
export interface ToolRunDeps {
  readonly files: FileRepository;
  readonly fileStore: FileStore;
  readonly engine: MediaEngine;
}

/** The making of one result. Several results of an execution are made at the same time. */
export interface ToolTask extends TaskOptions {
  readonly onProgress: (fraction: number) => void;
  /** Private to this result; it is there, and empty unless an attempt was broken off. */
  readonly folder: string;
  /**
   * Differs for every result of every execution, and stays the same when an attempt is repeated. It ends in the number
   * of the result, by which results take their choices in turns.
   */
  readonly seed: string;
  /** Whether the result has to bear the watermark. */
  readonly isMarked: boolean;
}

const madePictureSchema = z.object({
  path: z.string(),
  mimeType: z.string(),
  width: z.number(),
  height: z.number(),
});

/** A finished result in the task's folder. */
export const madeAssetSchema = z.object({
  path: z.string(),
  type: fileTypeSchema,
  mimeType: z.string(),
  /** What people see as its name. */
  displayName: z.string(),
  /** What is in it, by which a search finds it. */
  description: z.string(),
  /** Pixels; null for sound. */
  size: z.object({ width: z.number(), height: z.number() }).nullable(),
  /** Null for stills. */
  durationSeconds: z.number().nullable(),
  transcript: transcriptSchema.nullable(),
  /** Its small picture where a plain JPEG of it would not do, as for transparent ones; null for that JPEG. */
  thumbnail: madePictureSchema.nullable(),
});
export type MadeAsset = z.output<typeof madeAssetSchema>;

/** A tool as the routes and the job see it, whatever its request looks like. */
export interface ToolDefinition {
  readonly operation: ToolOperation;
  /** As shown in `toolType` (contract supplement §4.1). */
  readonly toolType: string;
  /** @throws ApiError 400, 403 or 404. What it returns is kept with the job. */
  check(deps: ToolCheckDeps, caller: Caller, body: unknown): unknown;
  /** Makes one result. @param resultIndex from 0. */
  run(deps: ToolRunDeps, request: unknown, resultIndex: number, task: ToolTask): Promise<MadeAsset>;
}

/** Makes a tool whose requests have one shape. A stored request of another shape throws an ApiError. */
export function defineTool<Name extends ToolOperation, Request>(definition: {
  readonly operation: Name;
  readonly toolType: string;
  readonly requestSchema: z.ZodType<Request>;
  readonly check: (deps: ToolCheckDeps, caller: Caller, body: ParsedBody<Name>) => Request;
  readonly run: (
    deps: ToolRunDeps,
    request: Request,
    resultIndex: number,
    task: ToolTask,
  ) => Promise<MadeAsset>;
}): ToolDefinition {
  const { operation, toolType, requestSchema } = definition;
  return {
    operation,
    toolType,
    check: (deps, caller, body) => definition.check(deps, caller, body as ParsedBody<Name>),
    run: (deps, request, resultIndex, task) => {
      const parsed = requestSchema.safeParse(request);
      if (!parsed.success) throw new ApiError(500, 'internal_error', 'The stored job is damaged.');
      return definition.run(deps, parsed.data, resultIndex, task);
    },
  };
}
