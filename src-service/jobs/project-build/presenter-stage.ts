import path from 'node:path';
import type { AvatarActor, TaskOptions } from '@dailies/media';
import { z } from 'zod';
import type { ModelQuality } from '../../../src-shared/api/common.ts';
import { ApiError } from '../../api-error.ts';
import { syncFile } from '../../store/disk/durable-files.ts';
import type { EntityRepository } from '../../store/records/entity-repository.ts';
import { defaultReference, type Entity } from '../../store/records/entity.ts';
import { presenterSchema } from '../../store/records/project-content-schema.ts';
import type { Stage } from '../job-kind.ts';
import { findMedia, type ProjectMediaDeps } from '../project-media.ts';
import { runTogether } from '../run-together.ts';
import type { BuildDeps } from './build-deps.ts';
import { sceneFileName } from './work-files.ts';

/** Side of the square presenter clip by quality, in pixels. */
export const presenterSides: Readonly<Record<ModelQuality, number>> = {
  LOW: 360,
  STANDARD: 480,
  HIGH: 640,
  MAX: 720,
};

/** The visible narrator; null for a voice alone. */
export const presenterRequestShape = {
  presenter: presenterSchema.nullable(),
};
export type PresenterRequest = z.output<typeof presenterRequestShape.presenter>;

/** One clip with alpha per spoken scene; file names are relative to the work folder. */
export const presenterResultShape = { presenters: z.array(z.string().nullable()).default([]) };

interface PresenterState {
  readonly presenter: PresenterRequest;
  readonly presenters: readonly (string | null)[];
  /** Speech of each scene in the work folder; the file name is null if nobody speaks. */
  readonly speech: readonly SpokenScene[];
}

interface SpokenScene {
  readonly fileName: string | null;
  readonly durationFrames: number;
}

export interface PresenterDeps extends ProjectMediaDeps {
  readonly entities: EntityRepository;
}

/** Returns an actor in the engine's form. @throws ApiError 404 if the actor or its picture is gone. */
export async function avatarActorOf(deps: PresenterDeps, actorEntityId: string): Promise<AvatarActor> {
  const entity: Entity | null = deps.entities.find(actorEntityId);
  const characterKey = entity?.builtIn?.actor?.characterKey;
  if (characterKey !== undefined) return { kind: 'character', characterKey };
  const reference = entity && defaultReference(entity);
  if (!reference) throw new ApiError(404, 'not_found', 'The actor has no picture any more.');
  return { kind: 'picture', picturePath: (await findMedia(deps, reference.fileId)).path };
}

function presenterStage<State extends PresenterState>(
  deps: BuildDeps & PresenterDeps,
  request: NonNullable<PresenterRequest>,
): Stage<State> {
  return {
    name: 'presenter',
    weight: 60,
    run: async ({ state, workFolder, signal, onProgress }) => {
      const actor = await avatarActorOf(deps, request.actorEntityId);
      const present = async (scene: SpokenScene, index: number, task: TaskOptions) => {
        if (scene.fileName === null) return null;
        const fileName = sceneFileName('presenter', index, 'webm');
        const outputPath = path.join(workFolder, fileName);
        const audioPath = path.join(workFolder, scene.fileName);
        const { durationFrames } = scene;
        const { side } = request;
        await deps.engine.avatars.presenterClip({ actor, audioPath, durationFrames, side, outputPath }, task);
        await syncFile(outputPath);
        return fileName;
      };
      const presenters = await runTogether(state.speech, { signal, onProgress }, present);
      return { state: { ...state, presenters } };
    },
    isIntact: () => false,
  };
}

/** Returns the stage that shows the narrator in every spoken scene, if requested. */
export function presenterStages<State extends PresenterState>(
  deps: BuildDeps & PresenterDeps,
  state: State,
): Stage<State>[] {
  return state.presenter ? [presenterStage<State>(deps, state.presenter)] : [];
}
