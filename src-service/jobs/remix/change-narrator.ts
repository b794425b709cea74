import {
  type NewSpeech,
  type ProjectNarration,
  replacePictures,
  replaceSpeech,
  type ScenePicture,
} from '@dailies/media/project';
import { presenterSides } from '../project-build/presenter-stage.ts';
import { speakAtLeast } from '../speak-at-least.ts';
import { lengthenClip } from './make-picture-again.ts';
import { makePresenters, presenterOf } from './make-presenters.ts';
import { type RemixContext, type RemixWork, sceneAt, sceneName, workOnScenes } from './remix-context.ts';
import type { RemixDeps } from './remix-deps.ts';

interface SpokenAgain extends Omit<NewSpeech, 'presenterFileId'> {
  readonly path: string;
}

/** Speaks every narrated scene with the narrator's voice and speed. */
function speakScenes(
  deps: RemixDeps,
  context: RemixContext,
  { voiceKey, speed }: ProjectNarration,
): Promise<Map<number, SpokenAgain>> {
  const { content, project, media } = context;
  const narrated = [...content.scenes.keys()].filter((index) => {
    const { text, speechFileId } = sceneAt(content, index);
    return speechFileId !== null && text.trim() !== '';
  });
  return workOnScenes(context, narrated, async (index, task) => {
    const { text, isHeading, startsSection, minDurationFrames = 0 } = sceneAt(content, index);
    const scene = { text, isHeading, startsParagraph: startsSection };
    const { workName, durationFrames, words } = await speakAtLeast(
      deps,
      { scene, voiceKey, languageCode: content.languageCode, speed },
      { sceneIndex: index, minDurationFrames, pathOf: (name) => media.pathOf(name) },
      task,
    );
    const displayName = sceneName(project, index);
    const medium = { role: 'speech', type: 'AUDIO', workName, displayName, durationFrames } as const;
    return { speechFileId: await media.takeIn(medium), durationFrames, words, path: media.pathOf(workName) };
  });
}

/** Makes clips longer that are now too short for their scenes. */
function lengthenClips(
  deps: RemixDeps,
  context: RemixContext,
  speech: ReadonlyMap<number, SpokenAgain>,
): Promise<Map<number, ScenePicture>> {
  const { content } = context;
  const indices = [...speech].flatMap(([index, { durationFrames }]) => {
    const { picture } = sceneAt(content, index);
    return picture.kind === 'clip' && picture.durationFrames < durationFrames ? [index] : [];
  });
  return workOnScenes(context, indices, (index, task) =>
    lengthenClip(deps, context, index, speech.get(index)?.durationFrames ?? 0, task),
  );
}

/** Changes the voice and the presenter. A project without a narrator made by this service stays unchanged. */
export const changeNarrator: RemixWork<'CHANGE_NARRATOR'> = async (deps, context, action) => {
  const { content } = context;
  const before = content.narration;
  if (before === null) return { content };
  const { actorEntityId = before.actorEntityId, voiceSpeed, avatarQuality } = action;
  const narration = { voiceKey: context.voiceKey, speed: voiceSpeed ?? before.speed, actorEntityId };
  const speech = await speakScenes(deps, context, narration);
  const pictures = await lengthenClips(deps, context, speech);
  const side = avatarQuality === undefined ? presenterOf(content)?.side : presenterSides[avatarQuality];
  const presenter = actorEntityId === null ? null : { actorEntityId, side: side ?? presenterSides.STANDARD };
  const presenters = await makePresenters(deps, context, presenter, speech);
  const sounds = new Map(
    [...speech].map(([index, { speechFileId, durationFrames, words }]) => {
      const presenterFileId = presenters.get(index) ?? null;
      return [index, { speechFileId, durationFrames, words, presenterFileId }];
    }),
  );
  const seen = { ...replacePictures(content, pictures), presenter: presenter ?? undefined };
  return { content: replaceSpeech(seen, narration, sounds, deps.engine) };
};
