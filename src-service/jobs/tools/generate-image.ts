import path from 'node:path';
import { z } from 'zod';
import type { AspectRatio, modelQualitySchema } from '../../../src-shared/api/common.ts';
import type { Caller } from '../../auth/credentials.ts';
import { usableEntity } from '../../catalogue/usable-entity.ts';
import { defaultReference, type Entity, entityStyleText } from '../../store/records/entity.ts';
import { usableFile } from '../usable-file.ts';
import { allowedPrompt } from './content-policy.ts';
import { displayNameOf } from './display-name.ts';
import { defineTool, type ToolCheckDeps, type ToolRunDeps } from './tool-definition.ts';
import { findToolInput } from './tool-input.ts';

/** Short side in pixels. */
const shortSides = { LOW: 512, STANDARD: 1024, HIGH: 1536, MAX: 2048 } as const;
const longestSide = 8192;
const shortestSide = 16;

const requestSchema = z.object({
  prompt: z.string(),
  /** Text about the entities: names, descriptions and style words. */
  entityWords: z.string(),
  subjectFileIds: z.array(z.string()),
  styleFileIds: z.array(z.string()),
  width: z.number().int(),
  height: z.number().int(),
  maxPromptRewrites: z.number().int(),
});

/** Returns the size in pixels. Very long images are thinner, because the longest side is limited. */
export function imageSizeOf(
  { width, height }: AspectRatio,
  quality: z.output<typeof modelQualitySchema>,
): { width: number; height: number } {
  const scale = Math.min(
    shortSides[quality] / Math.min(width, height),
    longestSide / Math.max(width, height),
  );
  const side = (units: number) => Math.max(shortestSide, Math.round(units * scale));
  return { width: side(width), height: side(height) };
}

function findEntities(deps: ToolCheckDeps, caller: Caller, entityIds: readonly string[]): Entity[] {
  return entityIds.map((entityId, index) =>
    usableEntity(
      deps.entities,
      caller,
      entityId,
      ['ACTOR', 'PRODUCT', 'VISUAL_STYLE'],
      `entityIds[${index}]`,
    ),
  );
}

function wordsOf(entity: Entity): string {
  return entity.entityType === 'VISUAL_STYLE'
    ? entityStyleText(entity)
    : `${entity.name}. ${entity.description}`;
}

/** Built-in styles consist of words only; a team's styles also have pictures. */
function styleReferences({ entityType, isBuiltIn, references }: Entity): string[] {
  return entityType === 'VISUAL_STYLE' && !isBuiltIn ? references.map(({ fileId }) => fileId) : [];
}

async function findPaths(deps: ToolRunDeps, fileIds: readonly string[]): Promise<string[]> {
  return Promise.all(fileIds.map(async (fileId) => (await findToolInput(deps, fileId)).path));
}

/** Makes a picture from words, references and entities (specification §4.5, contract supplement §4.1). */
export const generateImage = defineTool({
  operation: 'generateImage',
  toolType: 'GENERATE_IMAGE',
  requestSchema,
  check: (deps, caller, body) => {
    const images = (body.imageFileIds ?? []).map((fileId, index) =>
      usableFile(deps.files, caller, fileId, { field: `imageFileIds[${index}]`, types: ['IMAGE'] }),
    );
    const entities = findEntities(deps, caller, body.entityIds ?? []);
    const shown = entities.filter(({ entityType }) => entityType !== 'VISUAL_STYLE').map(defaultReference);
    return {
      prompt: body.prompt,
      entityWords: entities.map(wordsOf).join('. '),
      subjectFileIds: [...images, ...shown].flatMap((picture) => (picture ? [picture.fileId] : [])),
      styleFileIds: entities.flatMap(styleReferences),
      ...imageSizeOf(body.aspectRatio, body.quality ?? 'STANDARD'),
      maxPromptRewrites: body.contentPolicyConfig?.maxPromptRewrites ?? 0,
    };
  },
  run: async (deps, request, _resultIndex, task) => {
    const prompt = allowedPrompt(request.prompt, request.maxPromptRewrites);
    const outputPath = path.join(task.folder, 'image.png');
    const { entityWords, width, height } = request;
    const size = await deps.engine.images.generate(
      {
        prompt: entityWords === '' ? prompt : `${prompt}. ${entityWords}`,
        subjectPaths: await findPaths(deps, request.subjectFileIds),
        stylePaths: await findPaths(deps, request.styleFileIds),
        width,
        height,
        seed: task.seed,
        isMarked: task.isMarked,
        outputPath,
      },
      task,
    );
    return {
      path: outputPath,
      type: 'IMAGE',
      mimeType: 'image/png',
      size: { ...size },
      durationSeconds: null,
      transcript: null,
      thumbnail: null,
      displayName: displayNameOf(prompt, 'png', 'Image'),
      description: prompt,
    };
  },
});
