import { readdir } from 'node:fs/promises';
import { makeFolder } from '../main-fixture.ts';
import { ServiceStandIn } from '../services/service-stand-in.ts';
import { startApp } from '../test-platform.ts';
import { until } from '../turned-clock.ts';

/** Starts an app with a project whose movie can be saved, into a delivery folder unless the app has dialogs. */
export async function openSaves(change: Parameters<typeof startApp>[1] = {}) {
  const service = await ServiceStandIn.start();
  const { app, platform } = await startApp(service, change);
  const folder = await makeFolder('movies');
  if (!platform.dialogs) await app.services.settings.setDeliveryFolder(folder);
  const { saves } = app.services.active();
  const id = service.addProject();
  const save = () => saves.saveMovie(id, 'expo_1');
  const shown = () => saves.list(id);
  return { service, app, platform, folder, saves, save, shown, projectId: id };
}

/** Begins to save a movie whose download fails. */
export async function failToSave(...options: Parameters<typeof openSaves>) {
  const parts = await openSaves(...options);
  const { service, save, shown } = parts;
  service.intercept = ({ url }, response) => {
    if (!url.startsWith('/storage/')) return false;
    response.writeHead(503).end();
    return true;
  };
  await save();
  await until(() => shown()[0]?.transfer.state === 'failed');
  service.intercept = () => false;
  return { ...parts, transferId: shown()[0]?.transfer.transferId ?? '' };
}

/** Lists what a user sees in a folder. */
export async function visibleIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => !name.startsWith('.'));
}

/** Lists the private folders that receive files. */
export async function partsIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.startsWith('.dailies-tmp'));
}
