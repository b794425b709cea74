import { detectLanguage } from '@dailies/media/script';
import type { Caller } from '../../auth/credentials.ts';
import { checkedMentions, readMentions } from '../../catalogue/entity-mentions.ts';
import { usableEntity } from '../../catalogue/usable-entity.ts';
import type { Call } from '../../http/handlers.ts';
import {
  joinWords,
  type StoryboardScene,
  type StoryboardToVideoRequest,
} from '../../jobs/storyboard-to-video/state.ts';
import { type Entity, entityStyleText } from '../../store/records/entity.ts';
import { titleOf } from './start-title.ts';
import type { PreparedStart, WorkflowDeps } from './workflow-deps.ts';

type Body = Call<'storyboardToVideo'>['body'];
type BodyScene = Body['scenes'][number];

/** Returns the entities of one list in the body. @throws ApiError naming the field */
function entitiesOf(
  deps: WorkflowDeps,
  caller: Caller,
  ids: readonly string[] | undefined,
  { kinds, field }: { kinds: readonly Entity['entityType'][]; field: string },
): Entity[] {
  return (ids ?? []).map((entityId, index) =>
    usableEntity(deps.entities, caller, entityId, kinds, `${field}[${index}]`),
  );
}

/** Returns the entities shown in a scene, from its lists and the mentions in its prompt. */
function subjectsOf(deps: WorkflowDeps, caller: Caller, scene: BodyScene, field: string): Entity[] {
  const mentioned = checkedMentions(scene.prompt, `${field}.prompt`).entityIds;
  return [
    ...entitiesOf(deps, caller, scene.actorEntityIds, { kinds: ['ACTOR'], field: `${field}.actorEntityIds` }),
    ...entitiesOf(deps, caller, scene.productEntityIds, {
      kinds: ['PRODUCT'],
      field: `${field}.productEntityIds`,
    }),
    ...entitiesOf(deps, caller, mentioned, {
      kinds: ['ACTOR', 'PRODUCT', 'VISUAL_STYLE'],
      field: `${field}.prompt`,
    }),
  ];
}

function referencesOf(entities: readonly Entity[]): string[] {
  return [...new Set(entities.flatMap(({ references }) => references.map(({ fileId }) => fileId)))];
}

function sceneOf(
  deps: WorkflowDeps,
  caller: Caller,
  body: Body,
  scene: BodyScene,
  index: number,
): StoryboardScene {
  const field = `scenes[${index}]`;
  const { visualStyleEntityId } = scene;
  const named = visualStyleEntityId
    ? [
        usableEntity(
          deps.entities,
          caller,
          visualStyleEntityId,
          ['VISUAL_STYLE'],
          `${field}.visualStyleEntityId`,
        ),
      ]
    : [];
  const seen = subjectsOf(deps, caller, scene, field);
  const styles = [...named, ...seen.filter(({ entityType }) => entityType === 'VISUAL_STYLE')];
  const generation = scene.generation ?? body.defaultGeneration;
  const styleWords = [generation?.aiStyle ?? '', ...styles.map(entityStyleText)];
  const title = scene.title?.replaceAll(/\s+/gu, ' ').trim();
  return {
    ...(title && { title }),
    prompt: joinWords([readMentions(scene.prompt).text, ...styleWords]),
    isClip: (generation?.type ?? 'AI_VIDEO') === 'AI_VIDEO',
    durationSeconds: scene.durationSeconds ?? body.defaultDurationSeconds ?? null,
    voiceover: readMentions(scene.voiceoverScript ?? '').text,
    subjectFileIds: referencesOf(seen.filter(({ entityType }) => entityType !== 'VISUAL_STYLE')),
    styleFileIds: referencesOf(styles),
  };
}

/** Prepares storyboard-to-video (contract supplement §4.2.4). */
export function prepareStoryboard(
  deps: WorkflowDeps,
  { caller, body }: Call<'storyboardToVideo'>,
): PreparedStart<StoryboardToVideoRequest> {
  entitiesOf(deps, caller, body.actorEntityIds, { kinds: ['ACTOR'], field: 'actorEntityIds' });
  entitiesOf(deps, caller, body.productEntityIds, { kinds: ['PRODUCT'], field: 'productEntityIds' });
  const scenes = body.scenes.map((scene, index) => sceneOf(deps, caller, body, scene, index));
  const request = {
    scenes,
    notes: body.workflowAgentContext ?? '',
    languageCode: detectLanguage(scenes.map(({ voiceover }) => voiceover).join(' ')),
    voiceKey: null,
    styleText: body.defaultGeneration?.aiStyle ?? '',
  };
  const [first] = body.scenes;
  return { title: titleOf(first?.title?.trim() || readMentions(first?.prompt ?? '').text), request };
}
