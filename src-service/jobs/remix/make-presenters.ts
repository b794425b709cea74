import type { ProjectNarration } from '@dailies/media/project';
import type { ModelQuality } from '../../../src-shared/api/common.ts';
import { avatarActorOf, presenterSides } from '../project-build/presenter-stage.ts';
import { sceneFileName } from '../project-build/work-files.ts';
import { type RemixContext, sceneName, workOnScenes } from './remix-context.ts';
import type { RemixDeps } from './remix-deps.ts';

/** New sound of a scene for its presenter to speak. */
interface PresentedSpeech {
  readonly path: string;
  readonly durationFrames: number;
}

interface PresenterWish {
  /** Defaults to the content's narration. */
  readonly narration?: ProjectNarration;
  /** By scene index. */
  readonly speech: ReadonlyMap<number, PresentedSpeech>;
  readonly quality?: ModelQuality;
}

/** Makes clips of the speaking narrator and returns their file ids by scene index; none without an actor. */
export async function makePresenters(
  deps: RemixDeps,
  context: RemixContext,
  { narration, speech, quality = 'STANDARD' }: PresenterWish,
): Promise<Map<number, string>> {
  const { content, project, media } = context;
  const actorEntityId = (narration ?? content.narration)?.actorEntityId ?? null;
  if (actorEntityId === null || speech.size === 0) return new Map();
  const actor = await avatarActorOf(deps, actorEntityId);
  return workOnScenes(context, [...speech.keys()], async (index, task) => {
    const spoken = speech.get(index);
    if (!spoken) return null;
    const { path: audioPath, durationFrames } = spoken;
    const workName = sceneFileName('presenter', index, 'webm');
    const order = { actor, audioPath, durationFrames, side: presenterSides[quality] };
    await deps.engine.avatars.presenterClip({ ...order, outputPath: media.pathOf(workName) }, task);
    const displayName = sceneName(project, index);
    return media.takeIn({ role: 'presenter', type: 'VIDEO', workName, displayName, durationFrames });
  });
}
