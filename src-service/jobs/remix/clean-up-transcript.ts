import { applyCleanUp, planCleanUp, type SceneCleanUp } from '@dailies/media/project';
import { fillerPhrases } from '@dailies/media/script';
import { sceneFileName } from '../project-build/work-files.ts';
import { findMedia } from '../project-media.ts';
import { makePresenters, presenterOf } from './make-presenters.ts';
import { type RemixContext, type RemixWork, sceneAt, sceneName, workOnScenes } from './remix-context.ts';
import type { RemixDeps } from './remix-deps.ts';
import type { ActionOf } from './remix-state.ts';

/** Longer than a speaker's breath and a narrator's pause between paragraphs. */
const defaultPauseSeconds = 0.7;

function wishesOf(languageCode: string, action: ActionOf<'CLEAN_UP_TRANSCRIPT'>) {
  const { removeFillers, removePauses, fillerWords, minPauseSeconds } = action;
  return {
    phrases: (removeFillers ?? true) ? fillerPhrases(languageCode, fillerWords ?? []) : [],
    minPauseSeconds: (removePauses ?? true) ? (minPauseSeconds ?? defaultPauseSeconds) : null,
  };
}

async function speechPathOf(deps: RemixDeps, context: RemixContext, sceneIndex: number): Promise<string> {
  return (await findMedia(deps, sceneAt(context.content, sceneIndex).speechFileId ?? '')).path;
}

/** Writes the new sound of the changed scenes that remain. */
function cutSounds(deps: RemixDeps, context: RemixContext, plan: readonly SceneCleanUp[]) {
  const { media, project } = context;
  const changes = new Map(plan.filter((scene) => scene.durationFrames > 0).map((s) => [s.sceneIndex, s]));
  return workOnScenes(context, [...changes.keys()], async (index, task) => {
    const change = changes.get(index);
    if (!change) return null;
    const { cuts, durationFrames } = change;
    const workName = sceneFileName('cut', index, 'wav');
    const outputPath = media.pathOf(workName);
    const inputPath = await speechPathOf(deps, context, index);
    await deps.engine.remix.cutSound({ inputPath, cuts, durationFrames, outputPath }, task);
    const displayName = sceneName(project, index);
    const medium = { role: 'speech', type: 'AUDIO', workName, displayName, durationFrames } as const;
    return { fileId: await media.takeIn(medium), path: outputPath, durationFrames };
  });
}

/** Cuts fillers and long pauses out of the speech; pictures, words and captions follow. */
export const cleanUpTranscript: RemixWork<'CLEAN_UP_TRANSCRIPT'> = async (deps, context, action) => {
  const { content } = context;
  const spoken = [...content.scenes.keys()].filter((index) => sceneAt(content, index).speechFileId !== null);
  const sounds = await workOnScenes(context, spoken, async (index, task) =>
    deps.engine.remix.listenForPauses(await speechPathOf(deps, context, index), task),
  );
  const plan = planCleanUp(content, sounds, wishesOf(content.languageCode, action));
  if (plan.length === 0) return { content };
  const speech = await cutSounds(deps, context, plan);
  const isPresented = ([index]: [number, unknown]) => sceneAt(content, index).presenterFileId !== null;
  const presented = new Map([...speech].filter(isPresented));
  const presenters = await makePresenters(deps, context, presenterOf(content), presented);
  const cleaned = plan.map((scene) => ({
    ...scene,
    speechFileId: speech.get(scene.sceneIndex)?.fileId ?? '',
    presenterFileId: presenters.get(scene.sceneIndex) ?? null,
  }));
  return { content: applyCleanUp(content, cleaned, deps.engine) };
};
