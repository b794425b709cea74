import { join } from 'node:path';
import sharp from 'sharp';
import { expect, vi } from 'vitest';
import type { CutView, Take, TakeSource } from '../../src-shared/contract/cut.ts';
import type { Change } from '../../src-timeline/changes/change.ts';
import type { MediaReference } from '../../src-timeline/model/timeline.ts';
import type { GeneratedProject } from './generated-project.ts';
import type { CutContent } from './version-cut.ts';

const making = { timeout: 120_000, interval: 500 };
const size = { width: 1920, height: 1080 };

const ofYours = { kind: 'yours' } as const;
const reworded = 'The sea never sleeps.';
const note = 'Is the hour right?';
const noteFrame = 12;
const prompt = 'A letter with a seal';

/** Returns your cut when no take is being made and the condition holds. */
export function yourCutWhen(
  { client, projectId }: GeneratedProject,
  check: (view: CutView) => void,
): Promise<CutView> {
  return vi.waitFor(async () => {
    const view = await client.call('cut.get', { projectId, of: ofYours });
    expect(view.takes.filter(({ state }) => state !== 'ready')).toEqual([]);
    check(view);
    return view;
  }, making);
}

function addTake(
  { client, projectId }: GeneratedProject,
  sceneId: string,
  source: TakeSource,
): Promise<Take> {
  const kind = 'tool' in source && source.tool === 'speech' ? 'voice' : 'picture';
  return client.call('cut.addTake', { projectId, sceneId, kind, source });
}

async function addOwnPicture(project: GeneratedProject, sceneId: string): Promise<Take> {
  const path = join(project.workFolder, 'My lamp.png');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1920" height="1080">
    <rect width="100%" height="100%" fill="#3a1f5c"/><circle cx="70%" cy="30%" r="260" fill="#ffd23f"/></svg>`;
  await sharp(Buffer.from(svg)).png().toFile(path);
  const measured = { durationSeconds: null, size, hasSound: false };
  return addTake(project, sceneId, { file: await project.app.fileGrants.grantPath(path), measured });
}

/** Lets a scene be spoken again, with a name that the voice says as it is respelled. */
async function sayAgain(project: GeneratedProject, sceneId: string, text: string): Promise<void> {
  const { voices } = await project.client.call('catalogue.voices', {});
  const voiceId = voices.find(({ languageCode }) => languageCode.startsWith('en'))?.voiceId ?? '';
  const respellings = [{ word: 'Quinn', respelling: 'Kwee-in' }];
  await addTake(project, sceneId, { tool: 'speech', text, voiceId, respellings });
}

function imageOf(prompt: string) {
  return { tool: 'picture', operation: 'generateImage', body: { prompt }, title: prompt } as const;
}

function mediaOfTake({ takes }: CutView, takeId: string): MediaReference {
  const media = takes.find((one) => one.takeId === takeId)?.media;
  if (!media) throw new Error('A take has no media.');
  return media;
}

/**
 * Makes the changes of a user: scene 2 said again, the picture of 3 from a file, the caption of 4 reworded, the picture
 * of 5 the first of two generated ones, 6 and 7 swapped, 8 removed, a note in the last.
 */
export async function changeCut(project: GeneratedProject): Promise<CutView> {
  const { client, projectId } = project;
  const { scenes } = await client.call('cut.get', { projectId, of: ofYours });
  const own = await addOwnPicture(project, '3');
  const made = await addTake(project, '5', imageOf(prompt));
  await addTake(project, '5', imageOf('A lighthouse without a keeper'));
  await sayAgain(project, '2', scenes[1]?.words ?? '');
  const view = await yourCutWhen(project, ({ scenes: [, second] }) => {
    expect(second?.spokenText).toContain('Kwee-in');
  });
  const { updatedAt } = view;
  const change = (...changes: Change[]) =>
    client.call('cut.change', { projectId, updatedAt: updatedAt ?? 0, changes });
  const shown = (sceneId: string, { takeId }: Take): Change => {
    return { kind: 'replacePicture', sceneId, media: mediaOfTake(view, takeId), sourceStartFrame: 0 };
  };
  const { languageCode = '', index = 0 } = view.scenes[3]?.captions[0] ?? {};
  const last = view.scenes.at(-1)?.sceneId ?? '';
  await change(shown('3', own));
  await change({ kind: 'caption', sceneId: '4', languageCode, index, text: reworded });
  await change(shown('5', made));
  await change({ kind: 'move', sceneId: '7', afterSceneId: '5' });
  await change({ kind: 'remove', sceneId: '8' });
  const text = { oldText: null, text: note, author: null, isDone: false };
  return change({ kind: 'note', sceneId: last, frame: noteFrame, ...text });
}

/** Scenes of the project in the order of your cut. */
const order = [1, 2, 3, 4, 5, 7, 6, 9, 10, 11, 12];

/** Returns what your cut holds after `changeCut`, by the scenes of the project's. */
export function changedContent({ scenes, timeline }: CutView, yours: CutView): CutContent {
  const names = new Map(timeline.media.map(({ mediaId, fileName }) => [mediaId, fileName]));
  const nameOf = (mediaId = ''): string => names.get(mediaId) ?? '';
  const takeNamed = (wanted: (take: Take) => boolean): string =>
    yours.takes.find(wanted)?.media?.fileName ?? '';
  const voice = takeNamed(({ kind }) => kind === 'voice');
  const pictures = new Map([
    [3, 'My-lamp.png'],
    [5, takeNamed((take) => take.prompt === prompt)],
  ]);
  const content = order.map((number) => {
    const scene = scenes[number - 1];
    const captions = (scene?.captions ?? []).map(({ lines }) => lines.join(' '));
    return {
      picture: pictures.get(number) ?? nameOf(scene?.pictures[0].mediaId),
      voice: number === 2 ? voice : nameOf(scene?.voice?.clip.mediaId),
      captions: number === 4 ? [reworded, ...captions.slice(1)] : captions,
    };
  });
  return {
    pictures: content.map(({ picture }) => picture),
    voices: content.map((scene) => scene.voice),
    music: [],
    captions: content.flatMap(({ captions }) => captions),
    notes: [{ frame: (yours.scenes.at(-1)?.startFrame ?? 0) + noteFrame, text: note }],
  };
}
