import type { MediaEngine, TaskOptions } from '@dailies/media';
import { z } from 'zod';
import { transcriptSchema } from '../../../src-shared/api/common.ts';
import { fileTypeSchema } from '../../../src-shared/api/files.ts';
import type { ParsedBody } from '../../../src-shared/api/operations.ts';
import { ApiError } from '../../api-error.ts';
import type { Caller } from '../../auth/credentials.ts';
import type { VoiceCatalogue } from '../../catalogue/voice-catalogue.ts';
import type { FileStore } from '../../store/disk/file-store.ts';
import type { EntityRepository } from '../../store/records/entity-repository.ts';
import type { FileRepository } from '../../store/records/file-repository.ts';

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

/** Dependencies for checking a request before anything starts. */
export interface ToolCheckDeps {
  readonly files: FileRepository;
  readonly entities: EntityRepository;
  readonly catalogue: VoiceCatalogue;
}

/** Dependencies for running a tool. */
export interface ToolRunDeps {
  readonly files: FileRepository;
  readonly fileStore: FileStore;
  readonly engine: MediaEngine;
}

/** The task of making one result. Several results of an execution may be made in parallel. */
export interface ToolTask extends TaskOptions {
  readonly onProgress: (fraction: number) => void;
  /** Private to this result. It exists, and is empty unless an attempt was interrupted. */
  readonly folder: string;
  /**
   * Unique for every result of every execution, but equal for repeated attempts. It ends in the result's number, by
   * which results take turns in their choices.
   */
  readonly seed: string;
  /** Whether the result needs the watermark. */
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
  /** Name shown to users. */
  displayName: z.string(),
  /** Description of the content, used by searches. */
  description: z.string(),
  /** In pixels; null for sound. */
  size: z.object({ width: z.number(), height: z.number() }).nullable(),
  /** Null for stills. */
  durationSeconds: z.number().nullable(),
  transcript: transcriptSchema.nullable(),
  /** Thumbnail for results such as transparent ones, whose plain JPEG would not do; null to make a JPEG. */
  thumbnail: madePictureSchema.nullable(),
});
export type MadeAsset = z.output<typeof madeAssetSchema>;

/** A tool as the routes and the job use it, independent of its request type. */
export interface ToolDefinition {
  readonly operation: ToolOperation;
  /** Name shown in `toolType` (contract supplement §4.1). */
  readonly toolType: string;
  /** Checks a request. The job stores the returned value. @throws ApiError 400, 403 or 404. */
  check(deps: ToolCheckDeps, caller: Caller, body: unknown): unknown;
  /** Makes one result. @param resultIndex from 0. */
  run(deps: ToolRunDeps, request: unknown, resultIndex: number, task: ToolTask): Promise<MadeAsset>;
}

/** Defines a tool with one request type. A stored request of another type throws an ApiError. */
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
