import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { addressedConnectionId, type App, compose } from '../../../../../src-main/app/compose.ts';
import type { EditorName } from '../../../../../src-shared/contract/editor.ts';
import type { Return } from '../../../../../src-shared/contract/return.ts';
import { readFcpxml, writeFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { pathOfFileUrl } from '../../../../../src-timeline/formats/file-url.ts';
import { writeKdenlive } from '../../../../../src-timeline/formats/kdenlive/kdenlive.ts';
import { writeXmeml } from '../../../../../src-timeline/formats/xmeml/xmeml.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { createDeliveringApp } from '../../../../fakes/features/delivering-app.ts';
import {
  deliveredCut,
  mapClips,
  shorterEnd,
  withoutSecondScene,
} from '../../../../fakes/features/returns-fixture.ts';
import { stillBytes } from '../../../../fakes/sample-project.ts';
import type { ServiceStandIn } from '../../../../fakes/services/service-stand-in.ts';
import type { TestPlatform } from '../../../../fakes/test-platform.ts';

/** The test runs real threads on a possibly busy computer. */
vi.setConfig({ testTimeout: 60_000 });

const versionName = (number: number): string => `Harbour lights_v00${String(number)}`;
const editors = ['KDENLIVE', 'SHOTCUT'] as const;

/** Changes the text of the third scene and the picture of the first. */
function remixed(entries: Map<string, Buffer>): void {
  for (const [name, content] of entries)
    if (/\.(?:fcpxml|srt)$/.test(name))
      entries.set(name, Buffer.from(content.toString().replaceAll('Nobody', 'Somebody')));
  const picture = entries.get('media/scene-01.png') ?? Buffer.alloc(0);
  entries.set('media/scene-01.png', Buffer.concat([picture, Buffer.from('at night')]));
}

/** Shortens the last scene by a second. */
function shortened(entries: Map<string, Buffer>): void {
  const cut = mapClips(deliveredCut, (clip) =>
    clip.linkId === 'scene-2' ? { ...clip, durationFrames: 30 } : clip,
  );
  entries.set('Harbour_lights.fcpxml', Buffer.from(writeFcpxml(cut, '1.13')));
}

const ofKdenlive = (cut: Timeline) => ({
  editors,
  fileName: 'my cut.kdenlive',
  text: writeKdenlive(cut, { fileName: `${versionName(1)}.kdenlive` }).text,
});

/** Delivers a version to some editors and takes in an edit of it. */
async function openEdited(
  edit: {
    readonly editors: readonly EditorName[];
    readonly fileName: string;
    readonly text: string;
  } = ofKdenlive(withoutSecondScene),
) {
  const parts = await createDeliveringApp('Deliveries');
  const { app, folder, projectId } = parts;
  const { deliveries } = app.services.active();
  const { deliveryId } = await deliveries.startDelivery(projectId, null, 'BUNDLE', {
    editors: edit.editors,
  });
  await deliveries.settled(deliveryId);
  const projectFolder = join(folder, 'Harbour lights');
  const path = join(projectFolder, versionName(1), 'Returns', edit.fileName);
  await writeFile(path, edit.text);
  const { returnId } = await app.services.returns.take(await app.fileGrants.grantPath(path));
  const { returns } = app.services;
  expect(returns.get(returnId)).toMatchObject({ state: 'described', awaitedCut: null });
  return { ...parts, deliveries, returns, returnId, projectFolder, path };
}

/** Opens the same app again, as at its next start. */
async function reopen(platform: TestPlatform, service: ServiceStandIn): Promise<App> {
  const app = compose(
    { ...platform, host: 'browser' },
    { version: '0.0.0', service: { kind: 'address', baseUrl: service.url } },
  );
  await app.start();
  return app;
}

const ended = (app: App, returnId: string) =>
  expect.poll(
    () => {
      const { state, awaitedCut, keptAs } = app.services.returns.get(returnId);
      return { state, isAwaiting: awaitedCut?.error === null, error: awaitedCut?.error ?? null, keptAs };
    },
    { timeout: 40_000 },
  );
const kept = (number: number) => ({
  state: 'kept',
  isAwaiting: false,
  error: null,
  keptAs: { versionName: versionName(number) } as Return['keptAs'],
});

/** Returns the captions of a delivered cut and whether its first picture is the new one. */
async function tell(projectFolder: string, number: number): Promise<readonly string[]> {
  const folder = join(projectFolder, versionName(number));
  const text = await readFile(join(folder, `${versionName(number)}.fcpxml`), 'utf8');
  const { captionTracks, media, tracks } = readFcpxml(text);
  const first = tracks.find(({ kind }) => kind === 'video')?.items[0];
  const picture = media.find(({ mediaId }) => first?.kind === 'clip' && mediaId === first.mediaId);
  const bytes = await readFile(pathOfFileUrl(picture?.location ?? '', process.platform), 'utf8');
  const captions = captionTracks.flatMap((track) => track.captions.map(({ lines }) => lines.join(' ')));
  return [...captions, bytes.endsWith('at night') ? 'new picture' : 'old picture'];
}

test('the present cut is sent to the same editors first, and the edit becomes a version with its own changes and the project’s', async () => {
  const { service, returns, app, deliveries, returnId, projectFolder } = await openEdited();
  expect(await returns.checkProject(returnId)).toEqual({
    state: 'unchanged',
    versionName: versionName(1),
    isInEdit: true,
  });
  service.remix(remixed);
  expect(await returns.checkProject(returnId)).toEqual({
    state: 'changed',
    versionName: versionName(1),
    isInEdit: true,
  });
  const begun = await returns.updateWithPresentCut(returnId);
  expect(begun).toMatchObject({ state: 'described', awaitedCut: { error: null } });
  expect((await returns.updateWithPresentCut(returnId)).awaitedCut).toEqual(begun.awaitedCut);
  expect(() => returns.dismiss(returnId)).toThrow(expect.objectContaining({ code: 'conflict' }));
  await expect(returns.keep(returnId)).rejects.toMatchObject({ code: 'conflict' });
  await ended(app, returnId).toMatchObject(kept(3));
  expect(await tell(projectFolder, 3)).toEqual([
    'The harbour wakes.',
    'Somebody counts them out.',
    'new picture',
  ]);
  expect(deliveries.get(begun.awaitedCut?.deliveryId ?? '')).toMatchObject({
    state: 'done',
    folderName: versionName(2),
    chosenEditors: editors,
    format: 'FCPXML',
  });
  expect((await readdir(projectFolder)).toSorted()).toEqual([1, 2, 3].map(versionName));
  expect(await returns.checkProject(returnId)).toEqual({
    state: 'unchanged',
    versionName: versionName(2),
    isInEdit: true,
  });
});

test('an editor imports the updated edit, not the cut of the project that was sent for it', async () => {
  const { service, returns, app, deliveries, returnId, folder } = await openEdited({
    editors: ['PREMIERE'],
    fileName: 'my cut.xml',
    text: writeXmeml(withoutSecondScene),
  });
  service.remix(remixed);
  await returns.updateWithPresentCut(returnId);
  await ended(app, returnId).toMatchObject(kept(3));
  const mailbox: unknown = JSON.parse(await readFile(join(folder, '.dailies-premiere.json'), 'utf8'));
  const document = `Harbour lights/${versionName(3)}/${versionName(3)}.xml`;
  expect(mailbox).toMatchObject({ document });
  const [last] = deliveries.list(1);
  expect(last).toMatchObject({ folderName: versionName(3), chosenEditors: ['PREMIERE'] });
});

test('an update stopped between the fetched cut and the merge is merged once after the next start', async () => {
  const { service, returns, app, platform, deliveries, returnId, projectFolder } = await openEdited();
  service.remix(remixed);
  const { awaitedCut } = await returns.updateWithPresentCut(returnId);
  await returns.dispose();
  await deliveries.settled(awaitedCut?.deliveryId ?? '');
  expect(deliveries.get(awaitedCut?.deliveryId ?? '').state).toBe('done');
  expect(returns.get(returnId)).toMatchObject({ state: 'described', awaitedCut });
  await app.dispose();
  const again = await reopen(platform, service);
  await ended(again, returnId).toMatchObject(kept(3));
  expect(await tell(projectFolder, 3)).toContain('Somebody counts them out.');
  await again.dispose();
  const third = await reopen(platform, service);
  expect(third.services.returns.get(returnId).awaitedCut).toBeNull();
  await third.dispose();
  expect((await readdir(projectFolder)).toSorted()).toEqual([1, 2, 3].map(versionName));
});

test('a delivery that had not begun when the app was stopped begins after the next start, under the id that was noted', async () => {
  const { service, returns, app, platform, returnId, projectFolder } = await openEdited();
  service.remix(remixed);
  app.services.state.database.exec(
    `UPDATE returns SET is_finished = 0,
       record = json_set(record, '$.awaitedCut', json('{ "deliveryId": "noted", "error": null }'))`,
  );
  expect(returns.get(returnId).awaitedCut).toEqual({ deliveryId: 'noted', error: null });
  await app.dispose();
  const again = await reopen(platform, service);
  await ended(again, returnId).toMatchObject(kept(3));
  expect(again.services.active().deliveries.get('noted')).toMatchObject({ folderName: versionName(2) });
  await again.dispose();
  expect((await readdir(projectFolder)).toSorted()).toEqual([1, 2, 3].map(versionName));
});

test('a fetch that is cancelled, fails or cannot begin leaves the return as it was, and can be begun again', async () => {
  const { service, returns, app, deliveries, returnId, projectFolder, path } = await openEdited();
  const edited = await readFile(path, 'utf8');
  const held = Promise.withResolvers<boolean>();
  service.remix(remixed);
  service.intercept = ({ url }) => (/storage/.test(url) ? held.promise : false);
  const { awaitedCut } = await returns.updateWithPresentCut(returnId);
  await deliveries.cancel(awaitedCut?.deliveryId ?? '');
  held.resolve(false);
  await ended(app, returnId).toMatchObject({ state: 'described', error: { code: 'cancelled' } });

  service.remix((entries) => {
    entries.delete('media/scene-02.png');
  });
  const second = await returns.updateWithPresentCut(returnId);
  expect(second.awaitedCut?.deliveryId).not.toBe(awaitedCut?.deliveryId);
  await ended(app, returnId).toMatchObject({ state: 'described', error: { code: 'bundle_corrupt' } });
  expect(await readdir(projectFolder)).toEqual([versionName(1)]);
  service.remix(remixed);

  const before = returns.get(returnId).awaitedCut;
  service.intercept = ({ url }, response) => {
    if (!/\/projects\/[^/]+$/.test(url)) return false;
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    return true;
  };
  expect(await returns.checkProject(returnId)).toEqual({
    state: 'unknown',
    versionName: versionName(1),
    isInEdit: true,
  });
  await expect(returns.updateWithPresentCut(returnId)).rejects.toMatchObject({
    code: 'service_answer_unreadable',
  });
  expect(returns.get(returnId)).toMatchObject({ state: 'described', awaitedCut: before });
  service.intercept = () => false;

  await returns.updateWithPresentCut(returnId);
  await ended(app, returnId).toMatchObject(kept(3));
  expect(await readFile(path, 'utf8')).toBe(edited);
});

test('a failed fetch is shown as soon as there is room to store it', async () => {
  const { service, returns, app, platform, deliveries, returnId } = await openEdited();
  const held = Promise.withResolvers<boolean>();
  service.remix(remixed);
  service.intercept = ({ url }) => (/storage/.test(url) ? held.promise : false);
  const { awaitedCut } = await returns.updateWithPresentCut(returnId);
  const { database } = app.services.state;
  database.exec(
    "CREATE TEMP TRIGGER no_room BEFORE UPDATE ON returns BEGIN SELECT RAISE(ABORT, 'no room'); END",
  );
  await deliveries.cancel(awaitedCut?.deliveryId ?? '');
  held.resolve(false);
  const isRetried = (): boolean =>
    platform.log.lines.some(({ message }) => message.includes('it is tried again'));
  await expect.poll(isRetried).toBe(true);
  expect(returns.get(returnId).awaitedCut?.error).toBeNull();
  database.exec('DROP TRIGGER no_room');
  await ended(app, returnId).toMatchObject({ state: 'described', error: { code: 'cancelled' } });
});

test('a project that is as it was sent is not sent again, and there is nothing to carry', async () => {
  const { returns, app, returnId, projectFolder } = await openEdited();
  await returns.updateWithPresentCut(returnId);
  await ended(app, returnId).toMatchObject({
    state: 'described',
    error: { details: { reason: 'same_cut' } },
  });
  expect(await readdir(projectFolder)).toEqual([versionName(1)]);
  expect(await returns.keep(returnId)).toMatchObject({ state: 'kept', awaitedCut: null });
});

test('changes on both sides wait for the user, with the present cut at hand', async () => {
  const { service, returns, app, returnId } = await openEdited(ofKdenlive(shorterEnd));
  service.remix(shortened);
  await returns.updateWithPresentCut(returnId);
  await ended(app, returnId).toMatchObject({
    state: 'described',
    error: { details: { reason: 'undecided' } },
  });
  const { newCut, conflicts } = await returns.previewUpdate(returnId, {});
  expect([newCut?.versionName, conflicts.length > 0]).toEqual([versionName(2), true]);
  for (const side of ['ours', 'theirs'] as const) {
    const picture = conflicts.map(({ pictures }) => pictures[side]?.mediaPath ?? '').find(Boolean) ?? '';
    const { status, headers, body } = await app.openMedia(picture, null, new AbortController().signal);
    expect([status, headers['content-type']]).toEqual([200, 'image/png']);
    expect(body && (await buffer(body)).equals(stillBytes)).toBe(true);
  }
  const choices = Object.fromEntries(conflicts.map(({ conflictId }) => [conflictId, 'ours' as const]));
  const more = (await returns.previewUpdate(returnId, choices)).conflicts;
  for (const { conflictId } of more) choices[conflictId] = 'ours';
  await returns.update(returnId, { deliveryId: newCut?.deliveryId ?? '', choices });
  expect(returns.get(returnId)).toMatchObject({ state: 'kept', awaitedCut: null });
});

test('a version of which nothing tells what was sent may have changed', async () => {
  const { returns, app, returnId } = await openEdited();
  app.services.state.database.exec(
    `UPDATE deliveries SET record = json_set(record, '$.projectUpdatedAt', null)`,
  );
  expect((await returns.checkProject(returnId)).state).toBe('unknown');
  expect(returns.get(returnId).connectionId).toBe(addressedConnectionId);
});
