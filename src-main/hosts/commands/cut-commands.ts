import { z } from 'zod';
import { fromErrorBody, AppError } from '../../../src-shared/app-error.ts';
import type { AppContract } from '../../../src-shared/contract/app-contract.ts';
import { type CutView, maxCutFrames, type Take, type TakeSource } from '../../../src-shared/contract/cut.ts';
import type { CallName } from '../../../src-shared/ipc/define.ts';
import { type Change, maxTextLength } from '../../../src-timeline/changes/change.ts';
import { secondsOfFrames } from '../../../src-timeline/model/rational-time.ts';
import { orStopped } from '../../foundation/wait.ts';
import { command, type Command, type CommandContext, type Picture, projectField } from './command.ts';
import { wrongUse } from './fields.ts';
import { libraryIdOf } from './files-given.ts';

const scene = z.string().min(1).max(100).describe('id of the scene, as `cut list` shows it');

/** Describes your cut for people and programs. Frames count from the first of the cut. */
function tellCut({
  projectId,
  timeline,
  scenes,
  edits,
  canUndo,
  canRedo,
  hasUpdate,
  media,
  isStored,
}: CutView) {
  return {
    projectId,
    scenes: scenes.map(({ sceneId, startFrame, durationFrames, pictures, words, captions }) => ({
      sceneId,
      startFrame,
      durationFrames,
      seconds: Math.round(secondsOfFrames(durationFrames, timeline.frameRate) * 1000) / 1000,
      picture: media[pictures[0].mediaId]?.fileName ?? null,
      words,
      captions: captions.map(({ index, lines, languageCode }) => ({
        index,
        languageCode,
        text: lines.join('\n'),
      })),
    })),
    edits: edits.map(({ sentence }) => sentence.text),
    frameRate: timeline.frameRate,
    canUndo,
    canRedo,
    hasUpdate,
    isStored,
  };
}

/** @throws AppError `not_found`. */
function sceneOf({ scenes }: CutView, sceneId: string): CutView['scenes'][number] {
  const found = scenes.find((one) => one.sceneId === sceneId);
  if (!found) throw new AppError('not_found', `There is no scene ${sceneId}.`);
  return found;
}

const yours = ({ client }: CommandContext, projectId: string): Promise<CutView> =>
  client.call('cut.get', { projectId, of: { kind: 'yours' } });

async function change(context: CommandContext, projectId: string, changes: Change[]): Promise<object> {
  const cut = await yours(context, projectId);
  const { updatedAt } = cut;
  if (updatedAt === null) throw new AppError('conflict', 'The project has no cut yet.');
  for (const { sceneId } of changes) sceneOf(cut, sceneId);
  return tellCut(await context.client.call('cut.change', { projectId, updatedAt, changes }));
}

/** Adds a take and waits until it is there. */
async function addTake(
  context: CommandContext,
  place: { readonly projectId: string; readonly sceneId: string; readonly kind: Take['kind'] },
  source: TakeSource,
): Promise<Take> {
  const { client, signal, tell } = context;
  const there = Promise.withResolvers<Take>();
  let takeId: string | null = null;
  const look = async (): Promise<void> => {
    const { takes } = await yours(context, place.projectId);
    const take = takes.find((one) => one.takeId === takeId);
    if (take?.error) there.reject(fromErrorBody(take.error));
    else if (take && take.state !== 'running') there.resolve(take);
  };
  const heed = (): void => void look().catch(there.reject);
  const unsubscribe = client.on('cut.takesChanged', ({ projectId }) => {
    if (projectId === place.projectId && takeId !== null) heed();
  });
  try {
    const take = await orStopped(client.call('cut.addTake', { ...place, source }), signal);
    if (take.state === 'ready') return take;
    ({ takeId } = take);
    tell(`take: ${take.name} is being made`);
    heed();
    return await orStopped(there.promise, signal);
  } catch (error) {
    if (takeId !== null) await client.call('cut.removeTake', { takeId }).catch(() => undefined);
    throw error;
  } finally {
    unsubscribe();
  }
}

const replace = command('cut replace', {
  help: 'Gives a scene another picture: a file, one of the library, or a new one by its description',
  places: ['project', 'scene', 'picture'],
  input: z.object({
    project: projectField,
    scene,
    picture: z.string().optional().describe('path, or id of a file of the library'),
    prompt: z.string().optional().describe('description of a picture to make, which costs credits'),
    seconds: z.number().int().min(1).max(30).optional().describe('makes a clip of this length instead'),
    startFrame: z.number().int().min(0).default(0).describe('first frame of a clip that is shown'),
  }),
  serves: ['cut.addTake', 'cut.change'],
  run: async ({ project, scene: sceneId, picture, prompt, seconds, startFrame }, context) => {
    if ((picture === undefined) === (prompt === undefined))
      throw wrongUse('Give either a picture or --prompt.');
    const made: TakeSource = {
      tool: 'picture',
      operation: seconds === undefined ? 'generateImage' : 'generateVideoClip',
      body: { prompt, ...(seconds !== undefined && { durationSeconds: seconds }) },
      title: prompt ?? '',
    };
    const source = picture === undefined ? made : { library: await libraryIdOf(context, picture) };
    const { media } = await addTake(context, { projectId: project, sceneId, kind: 'picture' }, source);
    if (!media) throw new AppError('conflict', 'The picture is not there.');
    return change(context, project, [
      { kind: 'replacePicture', sceneId, media, sourceStartFrame: startFrame },
    ]);
  },
});

const revoice = command('cut revoice', {
  help: 'Gives a scene another voice: a recording, or words that a voice says',
  places: ['project', 'scene', 'recording'],
  input: z.object({
    project: projectField,
    scene,
    recording: z.string().optional().describe('path, or id of a file of the library'),
    say: z.string().max(maxTextLength).optional().describe('words to say, which costs credits'),
    voice: z.string().optional().describe("id of the voice; the project's without it"),
    speed: z.number().min(0.5).max(2).optional().describe('speed of the voice'),
  }),
  serves: ['cut.addTake', 'cut.narration', 'cut.change'],
  run: async ({ project, scene: sceneId, recording, say, voice, speed }, context) => {
    if ((recording === undefined) === (say === undefined))
      throw wrongUse('Give either a recording or --say.');
    const place = { projectId: project, sceneId, kind: 'voice' } as const;
    if (recording !== undefined) {
      const { media } = await addTake(context, place, { library: await libraryIdOf(context, recording) });
      if (!media) throw new AppError('conflict', 'The recording is not there.');
      return change(context, project, [{ kind: 'revoice', sceneId, media, spokenText: null }]);
    }
    const narration = await context.client.call('cut.narration', { projectId: project });
    const voiceId = voice ?? narration.voiceId;
    if (voiceId === null) throw wrongUse('The voice of the project is not known here; name one by --voice.');
    const voiceSpeed = speed ?? narration.voiceSpeed;
    const { languageCode, respellings } = narration;
    // The app gives the voice to the scene when it is there.
    await addTake(context, place, {
      tool: 'speech',
      text: say ?? '',
      voiceId,
      respellings,
      ...(voiceSpeed !== null && { voiceSpeed }),
      ...(languageCode !== null && { languageCode }),
    });
    return tellCut(await yours(context, project));
  },
});

const caption = command('cut caption', {
  help: 'Changes the words of a caption; empty ones remove it',
  places: ['project', 'scene', 'text'],
  input: z.object({
    project: projectField,
    scene,
    text: z.string().max(maxTextLength),
    index: z.number().int().min(0).default(0).describe('which caption of the scene; the next one adds it'),
    language: z
      .string()
      .max(35)
      .optional()
      .describe('language of the caption; that of the first caption without it'),
  }),
  serves: ['cut.change'],
  run: async ({ project, scene: sceneId, text, index, language }, context) => {
    const { timeline } = await yours(context, project);
    const languageCode = language ?? timeline.captionTracks[0]?.languageCode ?? 'en';
    return change(context, project, [{ kind: 'caption', sceneId, languageCode, index, text }]);
  },
});

const move = command('cut move', {
  help: 'Moves a scene',
  places: ['project', 'scene'],
  input: z.object({
    project: projectField,
    scene,
    after: scene.optional().describe('scene that it follows; to the beginning without it'),
  }),
  serves: ['cut.change'],
  run: ({ project, scene: sceneId, after = null }, context) =>
    change(context, project, [{ kind: 'move', sceneId, afterSceneId: after }]),
});

const remove = command('cut remove', {
  help: 'Removes scenes',
  places: ['project', 'scenes'],
  input: z.object({ project: projectField, scenes: z.array(scene).min(1) }),
  serves: ['cut.change'],
  run: ({ project, scenes }, context) =>
    change(
      context,
      project,
      scenes.map((sceneId) => ({ kind: 'remove', sceneId })),
    ),
});

const trim = command('cut trim', {
  help: 'Makes a scene longer or shorter; what follows moves',
  places: ['project', 'scene', 'frames'],
  input: z.object({
    project: projectField,
    scene,
    frames: z.number().int().min(1).max(360_000).describe('its new length in frames'),
    edge: z.enum(['start', 'end']).default('end').describe('where it is cut'),
  }),
  serves: ['cut.change'],
  run: ({ project, scene: sceneId, frames: durationFrames, edge }, context) =>
    change(context, project, [{ kind: 'trim', sceneId, edge, durationFrames }]),
});

const list = command('cut list', {
  help: 'Lists the scenes of your cut and its changes',
  places: ['project'],
  input: z.object({
    project: projectField,
    pictures: z
      .array(scene)
      .max(maxCutFrames)
      .default([])
      .describe('scenes to draw: the middle of each as a small JPEG, in base64'),
  }),
  serves: ['cut.get', 'cut.frames'],
  run: async ({ project, pictures: sceneIds }, context) => {
    const cut = await yours(context, project);
    const told = tellCut(cut);
    if (sceneIds.length === 0) return told;
    const frames = sceneIds.map((sceneId) => {
      const { startFrame, durationFrames } = sceneOf(cut, sceneId);
      return startFrame + Math.floor(durationFrames / 2);
    });
    const drawn = await context.client.call('cut.frames', { projectId: project, frames });
    const pictures = drawn.pictures.map((data, index): Picture => ({
      sceneId: sceneIds[index] ?? '',
      mimeType: 'image/jpeg',
      data,
    }));
    return { ...told, pictures };
  },
});

const steps = {
  undo: ['cut.undo', 'Undoes the last change'],
  redo: ['cut.redo', 'Makes the last undone change again'],
  discard: ['cut.discard', 'Makes your cut the project cut again'],
} as const satisfies Record<string, readonly [CallName<AppContract>, string]>;

const stepCommands = Object.entries(steps).map(([name, [call, help]]) =>
  command(`cut ${name}`, {
    help,
    places: ['project'],
    input: z.object({ project: projectField }),
    serves: [call],
    run: async ({ project }, context) => tellCut(await context.client.call(call, { projectId: project })),
  }),
);

const apply = command('cut change', {
  help: 'Makes any changes of the cut in one step',
  places: ['project'],
  hasBody: true,
  input: z.object({
    project: projectField,
    changes: z
      .array(z.looseObject({ kind: z.string(), sceneId: z.string() }))
      .describe('as the contract has them'),
  }),
  serves: ['cut.change'],
  run: ({ project, changes }, context) => change(context, project, changes as unknown as Change[]),
});

export const cutCommands: readonly Command[] = [
  list,
  ...stepCommands,
  replace,
  revoice,
  caption,
  move,
  remove,
  trim,
  apply,
];
