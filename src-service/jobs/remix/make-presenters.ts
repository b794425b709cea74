import type { ProjectContent, ProjectPresenter } from '@dailies/media/project';
import { avatarActorOf, presenterSides } from '../project-build/presenter-stage.ts';
import { sceneFileName } from '../project-build/work-files.ts';
import { type RemixContext, sceneName, workOnScenes } from './remix-context.ts';
import type { RemixDeps } from './remix-deps.ts';

/** New sound of a scene for its presenter to speak. */
interface PresentedSpeech {
  readonly path: string;
  readonly durationFrames: number;
}

/** Returns the presenter of a project; null without one. Earlier projects store only the actor of a narration. */
export function presenterOf({ presenter, narration }: ProjectContent): ProjectPresenter | null {
  const actorEntityId = narration?.actorEntityId ?? null;
  return presenter ?? (actorEntityId === null ? null : { actorEntityId, side: presenterSides.STANDARD });
}

/** Makes clips of the speaking presenter and returns their file ids by scene index; none without a presenter. */
export async function makePresenters(
  deps: RemixDeps,
  context: RemixContext,
  presenter: ProjectPresenter | null,
  speech: ReadonlyMap<number, PresentedSpeech>,
): Promise<Map<number, string>> {
  const { project, media } = context;
  if (presenter === null || speech.size === 0) return new Map();
  const { actorEntityId, side } = presenter;
  const actor = await avatarActorOf(deps, actorEntityId);
  return workOnScenes(context, [...speech.keys()], async (index, task) => {
    const spoken = speech.get(index);
    if (!spoken) return null;
    const { path: audioPath, durationFrames } = spoken;
    const workName = sceneFileName('presenter', index, 'webm');
    const order = { actor, audioPath, durationFrames, side };
    await deps.engine.avatars.presenterClip({ ...order, outputPath: media.pathOf(workName) }, task);
    const displayName = sceneName(project, index);
    return media.takeIn({ role: 'presenter', type: 'VIDEO', workName, displayName, durationFrames });
  });
}
