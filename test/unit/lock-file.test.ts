import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';

const lockedPackage = z.object({
  version: z.string().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const lockFile = z.object({ packages: z.record(z.string(), lockedPackage) });

test('every optional package of a locked package is locked too, so that npm ci works on every system', async () => {
  const text = await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8');
  const { packages } = lockFile.parse(JSON.parse(text));
  const wanted = Object.entries(packages).flatMap(([folder, entry]) =>
    Object.keys(entry.optionalDependencies ?? {}).map((name) => ({ folder, name })),
  );
  expect(wanted.length).toBeGreaterThan(20);
  const missing = wanted.filter(
    ({ folder, name }) =>
      packages[`${folder}/node_modules/${name}`] === undefined &&
      packages[`node_modules/${name}`] === undefined,
  );
  expect(missing).toEqual([]);
});

const manifest = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
});

async function readManifest(folder: string): Promise<z.infer<typeof manifest>> {
  const url = new URL(`../../${folder}package.json`, import.meta.url);
  return manifest.parse(JSON.parse(await readFile(url, 'utf8')));
}

test('a package that several workspaces name has one version range, and none has packages of its own', async () => {
  const manifests = await Promise.all(['', 'src-service/', 'src-media/'].map(readManifest));
  const ranges = new Map<string, Set<string>>();
  for (const { dependencies, devDependencies } of manifests)
    for (const [name, range] of [...Object.entries(dependencies), ...Object.entries(devDependencies)])
      ranges.set(name, (ranges.get(name) ?? new Set()).add(range));
  expect([...ranges].filter(([, found]) => found.size > 1)).toEqual([]);
  const text = await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8');
  const folders = Object.keys(lockFile.parse(JSON.parse(text)).packages);
  expect(folders).toEqual(expect.arrayContaining(['src-service', 'src-media']));
  expect(folders.filter((folder) => folder.startsWith('src-') && folder.includes('/node_modules/'))).toEqual(
    [],
  );
});

test("the root's dependencies are the app's, which has no media engine", async () => {
  const [root, service, media] = await Promise.all(['', 'src-service/', 'src-media/'].map(readManifest));
  const ofApp = Object.keys(root?.dependencies ?? {});
  expect(ofApp.length).toBeLessThanOrEqual(14);
  expect(Object.keys(media?.dependencies ?? {})).toEqual(expect.arrayContaining(['node-av', 'sharp']));
  const shared = ['@xmldom/xmldom', 'yauzl', 'zod'];
  const ofWorkspaces = Object.keys({ ...service?.dependencies, ...media?.dependencies });
  expect(ofApp.filter((name) => ofWorkspaces.includes(name)).sort()).toEqual(shared);
});
