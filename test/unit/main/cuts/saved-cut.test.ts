import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EngineLauncher, Platform } from '../../../../src-main/platform.ts';
import type { EngineOrder, RenderCutRequest } from '../../../../src-shared/engine.ts';
import { makeFolder } from '../../../fakes/main-fixture.ts';
import { until } from '../../../fakes/turned-clock.ts';
import { createCuts, ofProject } from './cuts-fixture.ts';

/** An engine whose movie is the first still of the cut. */
function engineStandIn(requests: RenderCutRequest[]): EngineLauncher {
  return {
    isIncluded: true,
    launch: (onLine) => {
      const exit = Promise.withResolvers<{ code: number | null; lastWords: string }>();
      return {
        exited: exit.promise,
        kill: () => {
          exit.resolve({ code: null, lastWords: '' });
        },
        send: (line) => {
          const order = JSON.parse(line) as EngineOrder;
          if (order.kind !== 'run') return;
          const request = order.input as RenderCutRequest;
          requests.push(request);
          const still = Object.values(request.paths).find((path) => path.endsWith('.png')) ?? '';
          writeFileSync(request.outputPath, readFileSync(still));
          onLine(JSON.stringify({ kind: 'done', task: order.task, output: null }));
        },
      };
    },
  };
}

async function createSaving(change: Partial<Platform>) {
  const path = join(await makeFolder(), 'mine.mp4');
  const nothing = () => Promise.resolve(null);
  const dialogs = { chooseFolder: nothing, chooseFile: nothing, saveFile: () => Promise.resolve(path) };
  const cuts = await createCuts({ dialogs, ...change });
  await cuts.client.call('cut.get', { projectId: cuts.projectId, of: ofProject });
  return { ...cuts, path };
}

test('a movie of your cut is made of its media and saved where the user wants it', async () => {
  const requests: RenderCutRequest[] = [];
  const { client, projectId, path, change } = await createSaving({ engineLauncher: engineStandIn(requests) });
  await change({ kind: 'remove', sceneId: '2' });
  const { transfer } = await client.call('cut.saveMovie', { projectId, hasCaptions: true });
  expect(transfer).toMatchObject({ displayName: 'mine.mp4' });
  const saved = async () => (await client.call('export.listSaved', { projectId })).saves[0];
  await until(async () => (await saved())?.transfer.state === 'done');
  expect(await saved()).toMatchObject({ exportId: null, sceneMediaPath: null, path });
  expect(await readFile(path, 'utf8')).toBe('bytes of scene-01.png');
  const [request] = requests;
  expect(request?.hasCaptions).toBe(true);
  expect(Object.keys(request?.paths ?? {}).toSorted()).toEqual(
    request?.timeline.media.map(({ mediaId }) => mediaId).toSorted(),
  );
});

test('a package without the engine makes no movie of your cut', async () => {
  const { client, projectId } = await createSaving({});
  await expect(client.call('cut.saveMovie', { projectId, hasCaptions: false })).rejects.toMatchObject({
    code: 'not_supported_here',
    details: { reason: 'no_engine' },
  });
});
