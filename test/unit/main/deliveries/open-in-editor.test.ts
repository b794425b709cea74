import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { luaString } from '../../../../src-main/editors/lua-text.ts';
import type { AppContract } from '../../../../src-shared/contract/app-contract.ts';
import type { DeliveryFormat } from '../../../../src-shared/contract/delivery.ts';
import { createClient } from '../../../../src-shared/ipc/client.ts';
import { createDeliveringApp, deliver } from '../../../fakes/features/delivering-app.ts';
import { rootedSystem } from '../../../fakes/rooted-system.ts';

/** The test runs real threads on a possibly busy computer. */
vi.setConfig({ testTimeout: 30_000 });

const finalCut = '/Applications/Final Cut Pro.app';
const resolve = '/Applications/DaVinci Resolve/DaVinci Resolve.app';
const premiere = '/Applications/Adobe Premiere Pro 2026/Adobe Premiere Pro 2026.app';

function identified(bundle: string, id: string): [string, string] {
  const list = `${bundle}/Contents/Info.plist`;
  return [`/usr/bin/plutil -extract CFBundleIdentifier raw -o - -- ${list}`, id];
}

async function deliveringMac(format: DeliveryFormat = 'FCPXML') {
  const system = await rootedSystem({
    platform: 'darwin',
    files: Object.fromEntries(
      [finalCut, resolve, premiere].map((path) => [`${path}/Contents/Info.plist`, '']),
    ),
    printed: Object.fromEntries([
      identified(finalCut, 'com.apple.FinalCut'),
      identified(resolve, 'com.blackmagic-design.DaVinciResolve'),
      identified(premiere, 'com.adobe.PremierePro.26'),
    ]),
  });
  const { app, platform, projectId } = await createDeliveringApp('out', { system });
  const client = createClient<AppContract>({
    invoke: app.router,
    subscribe: (listener) => app.subscribe(listener),
  });
  const delivery = await deliver(app, projectId, format);
  const folder = delivery.folderPath ?? '';
  const open = (editorId: string) =>
    client.call('delivery.open', { deliveryId: delivery.deliveryId, editorId });
  const openInFirst = () => app.services.active().deliveries.openInFirst(delivery.deliveryId);
  return { client, delivery, folder, open, openInFirst, platform, system };
}

test('a version opens in an editor with its document for it, and is shown for one that imports by its menu', async () => {
  const { client, delivery, folder, open, platform, system } = await deliveringMac();
  const { editors } = await client.call('editor.list', { isFresh: false });
  expect(editors.map(({ editor }) => editor)).toEqual(['FINAL_CUT', 'PREMIERE', 'RESOLVE']);
  const listed = await client.call('delivery.list', { projectId: null, limit: 1 });
  expect(listed.deliveries[0]?.editors).toEqual([
    { editor: 'FINAL_CUT', opensIt: true },
    { editor: 'RESOLVE', opensIt: false },
    { editor: 'KDENLIVE', opensIt: true },
    { editor: 'SHOTCUT', opensIt: true },
  ]);
  const main = join(folder, `${delivery.folderName ?? ''}.fcpxml`);
  expect(await open(`FINAL_CUT:${finalCut}`)).toEqual({ way: 'started', path: main, missing: [] });
  expect(system.started).toEqual([['/usr/bin/open', '-a', finalCut, main]]);
  const ofResolve = join(folder, `${delivery.folderName ?? ''}.resolve.fcpxml`);
  expect(await open(`RESOLVE:${resolve}`)).toEqual({ way: 'revealed', path: ofResolve, missing: [] });
  const ofPremiere = join(folder, `${delivery.folderName ?? ''}.xml`);
  expect(await open(`PREMIERE:${premiere}`)).toEqual({ way: 'revealed', path: ofPremiere, missing: [] });
  expect(platform.revealed).toEqual([ofResolve, ofPremiere]);
  const deliveryFile = await readFile(join(platform.paths.userData, 'resolve', 'delivery.lua'), 'utf8');
  expect(deliveryFile).toContain(luaString(ofResolve));
  expect(deliveryFile).toContain(luaString(join(folder, 'Returns')));
  const root = join(folder, '..', '..');
  const mailbox = JSON.parse(await readFile(join(root, '.dailies-premiere.json'), 'utf8'));
  expect(join(root, mailbox.document)).toBe(ofPremiere);
  expect(join(root, mailbox.returns)).toBe(join(folder, 'Returns'));
});

test('a version without chosen editors opens in an editor that has a document in it, else it is shown', async () => {
  const ofFinalCut = await deliveringMac();
  await ofFinalCut.openInFirst();
  const path = join(ofFinalCut.folder, `${ofFinalCut.delivery.folderName ?? ''}.fcpxml`);
  expect(ofFinalCut.system.started).toEqual([['/usr/bin/open', '-a', finalCut, path]]);
  for (const [format, suffix] of [
    ['PREMIERE_XML', '.xml'],
    ['SRT', '.srt'],
  ] as const) {
    const { delivery, folder, openInFirst, platform, system } = await deliveringMac(format);
    await openInFirst();
    expect(system.started).toEqual([]);
    expect(platform.revealed).toEqual([join(folder, `${delivery.folderName ?? ''}${suffix}`)]);
  }
});

test('a document is shown also where what scripts and a panel read cannot be written', async () => {
  const { delivery, folder, open, platform } = await deliveringMac();
  await mkdir(join(folder, '..', '..', '.dailies-premiere.json', 'in the way'), { recursive: true });
  await mkdir(join(platform.paths.userData, 'resolve', 'delivery.lua', 'in the way'), { recursive: true });
  const name = join(folder, delivery.folderName ?? '');
  for (const [editorId, path] of [
    [`RESOLVE:${resolve}`, `${name}.resolve.fcpxml`],
    [`PREMIERE:${premiere}`, `${name}.xml`],
  ] as const)
    expect(await open(editorId)).toEqual({ way: 'revealed', path, missing: [] });
  expect(platform.revealed).toEqual([`${name}.resolve.fcpxml`, `${name}.xml`]);
});

test('nothing is started for an editor that is gone, or of a version that is gone', async () => {
  const { folder, open, system } = await deliveringMac();
  await expect(open('KDENLIVE:/usr/bin/kdenlive')).rejects.toMatchObject({ code: 'not_found' });
  await rm(folder, { recursive: true });
  await expect(open(`FINAL_CUT:${finalCut}`)).rejects.toMatchObject({ code: 'not_found' });
  expect(system.started).toEqual([]);
});
