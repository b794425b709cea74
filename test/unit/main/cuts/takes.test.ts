import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Takes } from '../../../../src-main/cuts/takes.ts';
import { TakeRepository } from '../../../../src-main/state/take-repository.ts';
import { fileInfoSchema } from '../../../../src-shared/api/files.ts';
import { KeptLog, makeFolder, openStore } from '../../../fakes/main-fixture.ts';
import { stillBytes } from '../../../fakes/sample-project.ts';
import { createHastyClock } from '../../../fakes/turned-clock.ts';

const frameRate = { numerator: 30, denominator: 1 };
const file = fileInfoSchema.parse({
  fileId: 'file',
  type: 'IMAGE',
  scope: 'GLOBAL',
  displayName: 'Harbour.png',
  downloadSource: { status: 'ready', url: 'https://files.example/harbour', width: 1280, height: 720 },
});

test('a take that is removed while its file is read stays removed, and leaves no file', async () => {
  const folder = await makeFolder('takes');
  const { promise: isRead, resolve: read } = Promise.withResolvers<undefined>();
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  const log = new KeptLog();
  const takes = new Takes({
    repository: new TakeRepository({ state: await openStore(), log }),
    grants: { open: () => Promise.reject(new Error('No file was granted.')) },
    hashFile: async () => {
      read(undefined);
      await held;
      return 'hash';
    },
    folder: join(folder, 'takes'),
    clock: createHastyClock(),
    log,
    publish: () => undefined,
  });
  const place = { projectId: 'project', sceneId: '1', scene: null, kind: 'picture', frameRate } as const;
  const made = { connectionId: 'local', operation: 'generateImage', body: {}, frameRate } as const;
  const { takeId } = takes.addRunning(place, {
    takeId: 'take',
    name: 'image',
    prompt: 'Boats at dusk.',
    spokenText: null,
    jobId: 'job',
    made,
  });
  const download = (path: string) => writeFile(path, stillBytes);
  const completing = takes.complete(takeId, file, download, () => undefined);
  await isRead;
  await takes.remove(takeId);
  release(undefined);
  await expect(completing).rejects.toMatchObject({ code: 'not_found' });
  expect([takes.list('project'), await readdir(join(folder, 'takes'))]).toEqual([[], []]);
});
