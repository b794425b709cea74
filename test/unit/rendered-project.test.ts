import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder } from '../fakes/temporary-folder.ts';
import { hashSources } from '../support/rendered-project.ts';

test('a rendered project is kept apart for every change of the service, but for none of the app', async () => {
  const checkout = await makeTemporaryFolder();
  const write = async (path: string, text: string): Promise<string> => {
    await mkdir(join(checkout, path, '..'), { recursive: true });
    await writeFile(join(checkout, path), text);
    return hashSources(checkout);
  };
  await writeFile(join(checkout, 'package-lock.json'), '{}');
  const hashes = [
    await write('src-service/engine/draw.ts', 'one'),
    await write('src-service/engine/draw.ts', 'two'),
    await write('src-media/draw.ts', 'two'),
    await write('resources/catalogue/boat.webp', 'boat'),
    await write('package-lock.json', '{ "packages": {} }'),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(await write('src-main/app.ts', 'one')).toBe(hashes.at(-1));
});
