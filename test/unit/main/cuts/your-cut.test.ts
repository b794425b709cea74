import { readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { CutView, Take } from '../../../../src-shared/contract/cut.ts';
import type { Timeline } from '../../../../src-timeline/model/timeline.ts';
import { makeFolder } from '../../../fakes/main-fixture.ts';
import { stillBytes } from '../../../fakes/sample-project.ts';
import { until } from '../../../fakes/turned-clock.ts';
import { createCuts, ofProject, ofYours } from './cuts-fixture.ts';

const idsOf = ({ scenes }: CutView) => scenes.map(({ sceneId }) => sceneId);
const told = ({ edits }: CutView) => edits.map(({ sentence }) => sentence.text);
const remove = (sceneId: string) => ({ kind: 'remove', sceneId }) as const;

/** Starts an app whose project cut is read. */
async function createYours() {
  const cuts = await createCuts();
  await cuts.client.call('cut.get', { projectId: cuts.projectId, of: ofProject });
  return cuts;
}

/** Adds a picture of the user as a take of the second scene. */
async function addPicture({ app, client, projectId }: Awaited<ReturnType<typeof createCuts>>) {
  const path = join(await makeFolder(), 'My picture.png');
  await writeFile(path, stillBytes);
  const measured = { durationSeconds: null, size: { width: 640, height: 360 }, hasSound: false };
  const source = { file: await app.fileGrants.grantPath(path), measured };
  const take = await client.call('cut.addTake', { projectId, sceneId: '2', kind: 'picture', source });
  return { path, take };
}

const show = ({ media }: Take, sceneId = '2') => {
  if (!media) throw new Error('The take has no media.');
  return { kind: 'replacePicture', sceneId, media, sourceStartFrame: 0 } as const;
};

test('a change is in your cut and told, while the project cut stays', async () => {
  const { client, projectId, change } = await createYours();
  const yours = await change(remove('2'));
  expect([idsOf(yours), told(yours)]).toEqual([['1', '3'], ['Scene 2 removed']]);
  expect(yours).toMatchObject({ canUndo: true, canRedo: false, hasUpdate: false });
  expect(idsOf(await client.call('cut.get', { projectId, of: ofProject }))).toEqual(['1', '2', '3']);
});

test('changes, undo and redo outlast the app', async () => {
  const { client, projectId, startAgain, change } = await createYours();
  await change(remove('2'), remove('1'));
  await change({ kind: 'retime', sceneId: '3', speed: 1 });
  await client.call('cut.undo', { projectId });
  const again = (await startAgain()).client;
  const now = await again.call('cut.get', { projectId, of: ofYours });
  expect([idsOf(now), now.canUndo, now.canRedo]).toEqual([['3'], true, true]);
  const first = await again.call('cut.undo', { projectId });
  expect([idsOf(first), told(first), first.canUndo]).toEqual([['1', '2', '3'], [], false]);
  expect(idsOf(await again.call('cut.redo', { projectId }))).toEqual(['3']);
  const discarded = await again.call('cut.discard', { projectId });
  expect([idsOf(discarded), discarded.canUndo]).toEqual([['1', '2', '3'], true]);
  expect(idsOf(await again.call('cut.undo', { projectId }))).toEqual(['3']);
});

test('a change shows only media of the cut and takes, wherever it says that they are', async () => {
  const cuts = await createYours();
  const { projectId, change } = cuts;
  const { take, path } = await addPicture(cuts);
  const shown = show(take);
  const elsewhere = { ...shown.media, location: 'file:///etc/passwd' };
  const yours = await change({ ...shown, media: elsewhere });
  const { mediaId } = shown.media;
  expect(yours.media[mediaId]).toMatchObject({ state: 'ready', fileName: 'My-picture.png' });
  expect(await cuts.open(yours.media[mediaId]?.path)).toEqual({ status: 200, text: stillBytes.toString() });
  expect(await cuts.open(take.mediaPath)).toMatchObject({ status: 200 });
  expect(cuts.app.services.cuts.yourCut(projectId).timeline.media.at(-1)?.location).toContain(
    encodeURI(path.split('/').at(-1) ?? ''),
  );
  const third = yours.timeline.media.find(({ fileName }) => fileName === 'scene-03.png');
  const ofCut = third && { ...shown, sceneId: '1', media: { ...third, location: 'file:///etc/passwd' } };
  const changed = await change(...(ofCut ? [ofCut] : []));
  expect((await cuts.open(changed.media[third?.mediaId ?? '']?.path)).text).toBe('bytes of scene-03.png');
  const unknown = { ...shown, media: { ...shown.media, mediaId: 'unknown' } };
  await expect(change(unknown)).rejects.toMatchObject({
    code: 'invalid_input',
    details: { reason: 'unknown_media' },
  });
});

test('a take whose file is gone is missing until it is found in another place with the same content', async () => {
  const cuts = await createYours();
  const { client, projectId, app } = cuts;
  const { take, path } = await addPicture(cuts);
  await cuts.change(show(take));
  const moved = join(await makeFolder(), 'elsewhere.png');
  await rename(path, moved);
  const missing = await client.call('cut.get', { projectId, of: ofYours });
  expect(missing.takes).toMatchObject([{ state: 'missing', mediaPath: null, sceneId: '2' }]);
  expect(missing.media[take.media?.mediaId ?? '']).toMatchObject({ state: 'missing', path: null });
  const other = join(await makeFolder(), 'other.png');
  await writeFile(other, Buffer.concat([stillBytes, Buffer.from('more')]));
  const find = async (file: string) =>
    client.call('cut.findTake', { takeId: take.takeId, file: await app.fileGrants.grantPath(file) });
  await expect(find(other)).rejects.toMatchObject({ details: { reason: 'another_file' } });
  expect(await find(moved)).toMatchObject({ state: 'ready' });
  const found = await client.call('cut.get', { projectId, of: ofYours });
  expect(await cuts.open(found.media[take.media?.mediaId ?? '']?.path)).toMatchObject({ status: 200 });
});

test('a missing take that is found as a copy from the page outlasts a start, and what a crash left does not', async () => {
  const cuts = await createYours();
  const { client, projectId, app, platform } = cuts;
  const { take, path } = await addPicture(cuts);
  await rm(path);
  const file = await app.fileGrants.grantCopy('found.png', Readable.from([stillBytes]));
  expect(await client.call('cut.findTake', { takeId: take.takeId, file })).toMatchObject({ state: 'ready' });
  const takes = join(platform.paths.userData, 'takes');
  await writeFile(join(takes, 'left.png'), stillBytes);
  for (const folder of [takes, join(platform.paths.userData, 'inbox')])
    for (const name of await readdir(folder)) await utimes(join(folder, name), 1, 1);
  const again = (await cuts.startAgain()).client;
  expect(await again.call('cut.get', { projectId, of: ofYours })).toMatchObject({
    takes: [{ state: 'ready' }],
  });
  expect(await readdir(takes)).toHaveLength(1);
});

test('a take stays while your cut or an undone step shows it, and its file is the user’s', async () => {
  const cuts = await createYours();
  const { client, projectId } = cuts;
  const { take, path } = await addPicture(cuts);
  const { takeId } = take;
  await cuts.change(show(take));
  const inUse = { code: 'conflict', details: { reason: 'in_use' } };
  await expect(client.call('cut.removeTake', { takeId })).rejects.toMatchObject(inUse);
  await client.call('cut.undo', { projectId });
  await expect(client.call('cut.removeTake', { takeId })).rejects.toMatchObject(inUse);
  await cuts.change(remove('1'));
  await client.call('cut.removeTake', { takeId });
  expect((await client.call('cut.get', { projectId, of: ofYours })).takes).toEqual([]);
  expect(await readdir(join(path, '..'))).toEqual(['My picture.png']);
});

test('a take stays at the scene that shows it when an update numbers the scenes anew, whatever its words are by then', async () => {
  const cuts = await createYours();
  const { client, projectId, service } = cuts;
  const { take } = await addPicture(cuts);
  const caption = { kind: 'caption', sceneId: '2', languageCode: 'en', index: 0, text: 'Mine.' } as const;
  await cuts.change(remove('1'), show(take), caption);
  service.changeTimeline = remixed;
  service.projectUpdatedAt += 60;
  const get = () => client.call('cut.get', { projectId, of: ofYours });
  await get();
  await until(async () => (await get()).hasUpdate);
  const { updatedAt, conflicts } = await client.call('cut.previewUpdate', { projectId, choices: {} });
  const choices = Object.fromEntries(conflicts.map(({ conflictId }) => [conflictId, 'ours'] as const));
  const updated = await client.call('cut.update', { projectId, updatedAt, choices });
  expect([idsOf(updated), updated.takes]).toMatchObject([['1', '2'], [{ sceneId: '1' }]]);
});

test('a file of the library becomes a take in the app’s own folder', async () => {
  const { client, projectId, service, platform } = await createYours();
  service.uploads.set('file_1', stillBytes);
  service.changeAnswer = (key, answer) =>
    key.includes('/files/file_1/hydrate')
      ? {
          ...answer,
          displayName: 'Sea.png',
          downloadSource: { status: 'ready', url: service.link(stillBytes), width: 320, height: 180 },
        }
      : answer;
  const source = { library: 'file_1' };
  const take = await client.call('cut.addTake', { projectId, sceneId: '1', kind: 'picture', source });
  expect(take).toMatchObject({
    name: 'Sea.png',
    state: 'ready',
    media: { size: { width: 320, height: 180 } },
  });
  const folder = join(platform.paths.userData, 'takes');
  const asVoice = client.call('cut.addTake', { projectId, sceneId: '1', kind: 'voice', source });
  await expect(asVoice).rejects.toMatchObject({ code: 'file_type_unsupported' });
  expect(await readdir(folder)).toHaveLength(1);
  await rm(join(folder, (await readdir(folder))[0] ?? ''));
  expect((await client.call('cut.get', { projectId, of: ofYours })).takes).toMatchObject([
    { state: 'missing' },
  ]);
});

/** The project's later cut: another first picture, and other words in the second caption. */
function remixed(timeline: Timeline): Timeline {
  const [track, ...tracks] = timeline.captionTracks;
  const captions = track?.captions.map((caption, index) =>
    index === 1 ? { ...caption, lines: ['Ships leave one by one.'] } : caption,
  );
  return { ...timeline, captionTracks: track && captions ? [{ ...track, captions }, ...tracks] : [] };
}

test('a remix under your cut is merged with your changes, after the conflicts are decided, and can be undone', async () => {
  const { client, projectId, service, change } = await createYours();
  const caption = { kind: 'caption', sceneId: '2', languageCode: 'en', index: 0, text: 'Mine.' } as const;
  await change(remove('3'), caption);
  expect(await client.call('cut.previewUpdate', { projectId, choices: {} })).toMatchObject({
    blocker: 'up-to-date',
  });
  service.changeTimeline = remixed;
  service.projectUpdatedAt += 60;
  const get = () => client.call('cut.get', { projectId, of: ofYours });
  await get();
  await until(async () => (await get()).hasUpdate);
  const preview = await client.call('cut.previewUpdate', { projectId, choices: {} });
  expect(preview).toMatchObject({ blocker: null, updatedAt: service.projectUpdatedAt });
  const [conflict] = preview.conflicts;
  expect([preview.conflicts.length, conflict?.field]).toEqual([1, 'captions']);
  const { updatedAt } = preview;
  await expect(client.call('cut.update', { projectId, updatedAt, choices: {} })).rejects.toMatchObject({
    details: { reason: 'undecided' },
  });
  const choices = { [conflict?.conflictId ?? '']: 'theirs' } as const;
  const updated = await client.call('cut.update', { projectId, updatedAt, choices });
  expect(updated.scenes.map(({ words }) => words)).toEqual(['The harbour wakes.', 'Ships leave one by one.']);
  expect([told(updated), updated.hasUpdate]).toEqual([['Scene 3 removed'], false]);
  const undone = await client.call('cut.undo', { projectId });
  expect(undone.scenes.map(({ words }) => words)).toEqual(['The harbour wakes.', 'Mine.']);
  expect(undone).toMatchObject({ hasUpdate: true, canUndo: true });
});

test('a change of scenes that a newer cut of the project has numbered anew is refused', async () => {
  const { client, projectId, service, change } = await createYours();
  const get = () => client.call('cut.get', { projectId, of: ofYours });
  const seen = await get();
  const changeSeen = () =>
    client.call('cut.change', { projectId, updatedAt: seen.updatedAt ?? 0, changes: [remove('2')] });
  service.changeTimeline = remixed;
  service.projectUpdatedAt += 60;
  await until(async () => (await get()).updatedAt === service.projectUpdatedAt);
  const refusal = { code: 'conflict', details: { reason: 'newer_cut' } };
  await expect(changeSeen()).rejects.toMatchObject(refusal);
  expect(idsOf(await change(remove('1')))).toEqual(['2', '3']);
  await expect(changeSeen()).rejects.toMatchObject(refusal);
});

test('the project’s own picture stays with its scene when an update numbers the scenes anew', async () => {
  const cuts = await createYours();
  const { client, projectId, service, change } = cuts;
  const { take } = await addPicture(cuts);
  await change(show(take), remove('1'));
  service.changeTimeline = remixed;
  service.projectUpdatedAt += 60;
  const get = () => client.call('cut.get', { projectId, of: ofYours });
  await until(async () => (await get()).hasUpdate);
  const updatedAt = service.projectUpdatedAt;
  const { timeline, originals } = await client.call('cut.update', { projectId, updatedAt, choices: {} });
  const names = new Map(timeline.media.map(({ mediaId, fileName }) => [mediaId, fileName]));
  const pictures = originals.filter(({ kind }) => kind === 'picture');
  expect(pictures.map(({ sceneId, mediaId }) => [sceneId, names.get(mediaId)])).toEqual([
    ['1', 'scene-02.png'],
    ['2', 'scene-03.png'],
  ]);
});
