import path from 'node:path';
import type { AvatarActor } from '@dailies/media';
import { framesPerSecond } from '@dailies/media/project';
import { z } from 'zod';
import { type ModelQuality, transcriptSchema } from '../../../src-shared/api/common.ts';
import { invalidParameter } from '../../api-error.ts';
import { usableEntity } from '../../catalogue/usable-entity.ts';
import { defaultReference, type Entity } from '../../store/records/entity.ts';
import { usableFile } from '../usable-file.ts';
import { defineTool, type ToolRunDeps } from './tool-definition.ts';
import { findToolInput } from './tool-input.ts';

/** Short side of the clip in pixels. */
const shortSides: Readonly<Record<ModelQuality, number>> = {
  LOW: 480,
  STANDARD: 720,
  HIGH: 1080,
  MAX: 1080,
};
/** Longest recording for one clip, in seconds. */
const maxSeconds = 15 * 60;
const quotedLetters = 300;

const actorSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('character'), characterKey: z.string() }),
  z.object({ kind: z.literal('picture'), fileId: z.string() }),
]);
type RequestedActor = z.output<typeof actorSchema>;

const requestSchema = z.object({
  actor: actorSchema,
  actorName: z.string(),
  audioFileId: z.string(),
  transcript: transcriptSchema.nullable(),
  shortSide: z.number().int(),
});

/** @throws ApiError 400 for an actor without a picture. */
function requestedActor(entity: Entity): RequestedActor {
  const builtIn = entity.builtIn?.actor;
  if (builtIn) return { kind: 'character', characterKey: builtIn.characterKey };
  const reference = defaultReference(entity);
  if (reference) return { kind: 'picture', fileId: reference.fileId };
  throw invalidParameter('actorEntityId', 'must name an actor with an image reference');
}

async function findActor(deps: ToolRunDeps, actor: RequestedActor): Promise<AvatarActor> {
  if (actor.kind === 'character') return actor;
  return { kind: 'picture', picturePath: (await findToolInput(deps, actor.fileId)).path };
}

/** Makes a clip of an actor speaking a recording (specification §4.5, contract supplement §4.1). */
export const generateAvatar = defineTool({
  operation: 'generateAvatar',
  toolType: 'GENERATE_AVATAR',
  requestSchema,
  check: ({ entities, files }, caller, body) => {
    const entity = usableEntity(entities, caller, body.actorEntityId, ['ACTOR'], 'actorEntityId');
    const audio = usableFile(files, caller, body.audioFileId, { field: 'audioFileId', types: ['AUDIO'] });
    if ((audio.durationSeconds ?? 0) > maxSeconds) {
      throw invalidParameter('audioFileId', `must be at most ${maxSeconds / 60} minutes long`);
    }
    return {
      actor: requestedActor(entity),
      actorName: entity.name,
      audioFileId: audio.fileId,
      transcript: audio.transcript,
      shortSide: shortSides[body.avatarQuality ?? 'STANDARD'],
    };
  },
  run: async (deps, request, _resultIndex, task) => {
    const actor = await findActor(deps, request.actor);
    const { path: audioPath } = await findToolInput(deps, request.audioFileId);
    const outputPath = path.join(task.folder, 'avatar.mp4');
    const { shortSide, actorName, transcript } = request;
    const wanted = { actor, audioPath, shortSide, hasWatermark: task.isMarked, seed: task.seed, outputPath };
    const { width, height, durationFrames } = await deps.engine.avatars.speakingClip(wanted, task);
    const spoken = transcript?.words.map(({ word }) => word).join(' ') ?? '';
    return {
      path: outputPath,
      type: 'VIDEO',
      mimeType: 'video/mp4',
      transcript,
      thumbnail: null,
      displayName: `${actorName} speaking.mp4`,
      description: `${actorName} speaks to the camera. ${spoken.slice(0, quotedLetters)}`.trim(),
      size: { width, height },
      durationSeconds: durationFrames / framesPerSecond,
    };
  },
});
