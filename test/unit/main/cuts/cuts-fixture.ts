import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { type App, compose } from '../../../../src-main/app/compose.ts';
import type { Platform } from '../../../../src-main/platform.ts';
import type { AppContract } from '../../../../src-shared/contract/app-contract.ts';
import type { CutView } from '../../../../src-shared/contract/cut.ts';
import { type Client, createClient } from '../../../../src-shared/ipc/client.ts';
import type { Change } from '../../../../src-timeline/changes/change.ts';
import { ServiceStandIn } from '../../../fakes/services/service-stand-in.ts';
import { startApp } from '../../../fakes/test-platform.ts';

/** Starts the whole app with a project at a service. */
export async function createCuts(change: Partial<Platform> = {}) {
  const service = await ServiceStandIn.start();
  const { app, platform } = await startApp(service, change);
  const startAgain = async () => {
    await app.dispose();
    const again = compose(platform, {
      version: '0.0.0',
      service: { kind: 'address', baseUrl: service.url },
    });
    onTestFinished(() => again.dispose());
    await again.start();
    return { app: again, ...clientOf(again) };
  };
  const projectId = service.addProject();
  const page = clientOf(app);
  return { service, app, platform, startAgain, projectId, ...page, change: changeOf(page.client, projectId) };
}

/** Returns a function that makes one step in your cut as the page sees it. */
export function changeOf(client: Client<AppContract>, projectId: string) {
  return async (...changes: Change[]): Promise<CutView> => {
    const { updatedAt } = await client.call('cut.get', { projectId, of: ofYours });
    return client.call('cut.change', { projectId, updatedAt: updatedAt ?? 0, changes });
  };
}

export function clientOf(app: App) {
  const changed: string[] = [];
  app.subscribe(({ name }) => {
    if (name === 'cut.changed') changed.push(name);
  });
  return {
    changed,
    client: createClient<AppContract>({ invoke: app.router, subscribe: () => () => undefined }),
    open: (path: string | null | undefined, range: string | null = null) => openMedia(app, path, range),
  };
}

/** Opens media and reads it to its end. */
async function openMedia(app: App, path: string | null | undefined, range: string | null) {
  const { status, body } = await app.openMedia(path ?? '', range, AbortSignal.any([]));
  return { status, text: body ? (await buffer(body)).toString() : null };
}

export const ofProject = { kind: 'project' } as const;
export const ofYours = { kind: 'yours' } as const;
