import path from 'node:path';
import { z } from 'zod';
import type { FileType } from '../../../src-shared/api/files.ts';
import type { ParsedBody } from '../../../src-shared/api/operations.ts';
import { ApiError, invalidParameter } from '../../api-error.ts';
import type { Caller } from '../../auth/credentials.ts';
import { checkedMentions } from '../../catalogue/entity-mentions.ts';
import { usableEntity } from '../../catalogue/usable-entity.ts';
import { frameSizeOf } from '../../frame-size.ts';
import { defaultReference } from '../../store/records/entity.ts';
import { usableFile } from '../usable-file.ts';
import { clipAsset } from './clip-asset.ts';
import { defineTool, type ToolCheckDeps, type ToolRunDeps } from './tool-definition.ts';
import { findToolInput } from './tool-input.ts';

type Body = ParsedBody<'generateMotionGraphic'>;

const shortSide = 1080;
const maxReferences = 8;

const requestSchema = z.object({
  prompt: z.string(),
  fileIds: z.array(z.string()),
  durationSeconds: z.number().nullable(),
  isTransparent: z.boolean(),
  hasVoiceover: z.boolean(),
  hasIllustration: z.boolean(),
  width: z.number().int(),
  height: z.number().int(),
});

/** @throws ApiError 403: modes that make other media need a paid plan (contract supplement §4.1). */
function checkModes(caller: Caller, modes: Body['subToolModes']): void {
  const asked = Object.entries(modes ?? {}).find(([, mode]) => mode === 'ENABLED');
  if (!asked || caller.plan !== 'free') return;
  throw new ApiError(403, 'not_authorized', `subToolModes.${asked[0]} ENABLED needs a paid plan.`, {
    requirement: { type: 'upgrade_plan' },
  });
}

const referenceTypes: readonly FileType[] = ['IMAGE', 'VIDEO', 'AUDIO'];

/** Returns the named files, followed by the pictures of the entities. @throws ApiError 404, 403, 400 */
function referencesOf(
  deps: ToolCheckDeps,
  caller: Caller,
  body: Body,
  mentioned: readonly string[],
): string[] {
  const named = (body.fileIds ?? []).map(
    (fileId, index) =>
      usableFile(deps.files, caller, fileId, { field: `fileIds[${index}]`, types: referenceTypes }).fileId,
  );
  const kinds = ['ACTOR', 'PRODUCT', 'VISUAL_STYLE'] as const;
  const entityIds = [...new Set([...(body.entityIds ?? []), ...mentioned])];
  const entities = entityIds.map((entityId) =>
    usableEntity(deps.entities, caller, entityId, kinds, 'entityIds'),
  );
  const pictures = entities.flatMap((entity) => {
    const reference = entity.entityType === 'VISUAL_STYLE' ? null : defaultReference(entity);
    const file = reference && deps.files.find(reference.fileId);
    return file?.type === 'IMAGE' && file.sources.download.status === 'ready' ? [file.fileId] : [];
  });
  return [...new Set([...named, ...pictures])].slice(0, maxReferences);
}

async function findReferences(deps: ToolRunDeps, fileIds: readonly string[]) {
  const found = await Promise.all(fileIds.map((fileId) => findToolInput(deps, fileId)));
  return found.map(({ file, path: filePath }) => ({
    kind:
      file.type === 'VIDEO'
        ? ('video' as const)
        : file.type === 'AUDIO'
          ? ('audio' as const)
          : ('image' as const),
    path: filePath,
  }));
}

/** Makes a clip of animated type, numbers and shapes (specification §4.5, contract supplement §4.1). */
export const generateMotionGraphic = defineTool({
  operation: 'generateMotionGraphic',
  toolType: 'GENERATE_MOTION_GRAPHIC',
  requestSchema,
  check: (deps, caller, body) => {
    checkModes(caller, body.subToolModes);
    const { text, entityIds } = checkedMentions(body.prompt, 'prompt');
    if (text === '') throw invalidParameter('prompt', 'must not be blank');
    const fileIds = referencesOf(deps, caller, body, entityIds);
    return {
      prompt: text,
      fileIds,
      durationSeconds: body.durationSeconds ?? null,
      isTransparent: body.transparentBackground,
      hasVoiceover: body.subToolModes?.generateVoiceover === 'ENABLED',
      hasIllustration: body.subToolModes?.generateImages === 'ENABLED' && fileIds.length < maxReferences,
      ...frameSizeOf(body.aspectRatio, shortSide),
    };
  },
  run: async (deps, { fileIds, ...request }, _resultIndex, task) => {
    const outputPath = path.join(task.folder, request.isTransparent ? 'graphic.webm' : 'graphic.mp4');
    const thumbnailPath = request.isTransparent ? path.join(task.folder, 'thumbnail.png') : null;
    const references = await findReferences(deps, fileIds);
    const made = await deps.engine.clips.motionGraphic(
      {
        ...request,
        references,
        seed: task.seed,
        outputPath,
        ...(thumbnailPath !== null && { thumbnailPath }),
      },
      task,
    );
    const { prompt } = request;
    return clipAsset(made, { path: outputPath, thumbnailPath, name: prompt, description: prompt });
  },
});
