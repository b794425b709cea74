import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { pinnedNodePrograms, pinnedNodeVersion } from '../../.ci/node-programs.ts';
import { ChildServiceLauncher } from '../../src-main/hosts/node/child-service-launcher.ts';
import { checkoutNode, packagedService } from '../../src-main/hosts/node/service-program.ts';
import { Caller } from '../conformance/caller.ts';
import { listEntities } from '../conformance/entity-commands.ts';
import { download } from '../conformance/made-movie.ts';
import { probeMedia } from '../conformance/media-meters.ts';

const root = join(import.meta.dirname, '..', '..');
const stage = join(root, '.ci', 'stage-service.ts');

let folder: string;
/** As a package has it, far from the checkout. */
let resources: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dailies-service-folder-'));
  execFileSync(process.execPath, [stage, join(folder, 'staged')], { cwd: root });
  resources = join(folder, 'An app', 'resources');
  await mkdir(join(folder, 'An app'));
  await rename(join(folder, 'staged'), resources);
}, 180_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

test('the service and its Node, moved elsewhere, make a movie with nothing from outside their folder', async () => {
  const service = await new ChildServiceLauncher(packagedService(resources, process.platform)).launch({
    dataFolder: join(folder, 'data'),
    preferredPort: 0,
    signal: new AbortController().signal,
  });
  onTestFinished(() => service.stop());
  const caller = new Caller(service);
  const run = await caller.makeProject(
    {
      script: '港に船が帰ってくる。灯りがともる。',
      visualStyle: { type: 'AI_IMAGE', aiStyle: 'paper cut' },
      autoExport: true,
      exportOptions: { quality: 'STANDARD' },
    },
    150_000,
  );
  const movie = await download(run.downloadUrl, join(folder, 'movie.mp4'));
  expect(probeMedia(movie)).toMatchObject({ codecs: ['h264', 'aac'], pixelFormat: 'yuv420p' });
  const [product] = await listEntities(caller, 'entityType=PRODUCT');
  const picture = await caller.post(`/v1/files/${product?.references[0]?.fileId ?? ''}/hydrate`);
  expect((await fetch(picture.body.downloadSource.url)).headers.get('content-type')).toMatch(/^image\//);
  await service.stop();
  expect(await service.exited).toEqual({ code: 0, lastWords: expect.any(String) });
});

test('every package the service asks for is in its folder', async () => {
  const service = join(resources, 'service');
  const { dependencies } = JSON.parse(await readFile(join(service, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const require = createRequire(pathToFileURL(join(service, 'service-entry.js')));
  const elsewhere = Object.keys(dependencies).filter(
    (name) => !(require.resolve.paths(name) ?? []).slice(0, 1).some((path) => existsSync(join(path, name))),
  );
  expect(elsewhere).toEqual([]);
  expect(Object.keys(dependencies)).toEqual(
    expect.arrayContaining(['node-av', 'sharp', 'pdfjs-dist', 'zod']),
  );
  expect(Object.keys(dependencies)).not.toContain('keytar');
});

test('the Node beside the service is the one that was checked for this system, with its licence', async () => {
  const { nodePath } = packagedService(resources, process.platform);
  const hash = createHash('sha256')
    .update(await readFile(nodePath))
    .digest('hex');
  expect(pinnedNodePrograms[`${process.platform}-${process.arch}`]).toBe(hash);
  expect(execFileSync(nodePath, ['--version'], { encoding: 'utf8' }).trim()).toBe(`v${pinnedNodeVersion}`);
  const { devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  expect(devDependencies['node']).toBe(pinnedNodeVersion);
  expect(await readFile(join(nodePath, '..', 'LICENSE'), 'utf8')).toContain('Node.js is licensed for use');
});

test('a Node of another hash is not put into a package', async () => {
  const project = join(folder, 'project');
  for (const path of ['out/service', 'node_modules/node/bin'])
    await mkdir(join(project, path), { recursive: true });
  await writeFile(join(project, 'package-lock.json'), '{ "packages": {} }');
  await writeFile(checkoutNode(project, process.platform), 'another program');
  const staging = promisify(execFile)(process.execPath, [stage, join(project, 'staged')], { cwd: project });
  await expect(staging).rejects.toThrow(/has the hash [0-9a-f]{64}, which .* does not name/);
  expect(existsSync(join(project, 'staged'))).toBe(false);
});

test('the main process and the service share no file', async () => {
  expect(await readdir(join(root, 'out', 'main'))).toEqual(
    expect.arrayContaining(['index.js', 'unpack-worker.js', 'transfer-worker.js', 'hash-worker.js']),
  );
  expect(await readdir(join(root, 'out', 'main'))).not.toContain('service-entry.js');
  const built = await readdir(join(root, 'out', 'service'), { recursive: true, withFileTypes: true });
  const scripts = built.filter(({ name }) => name.endsWith('.js'));
  expect(scripts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['service-entry.js', 'media-worker.js']),
  );
  for (const { parentPath, name } of scripts) {
    const text = await readFile(join(parentPath, name), 'utf8');
    const near = [...text.matchAll(/from\s*["'](\.[^"']+)["']/g)].map((match) => match[1] ?? '');
    expect(
      near.filter((path) => !join(parentPath, path).startsWith(join(root, 'out', 'service') + sep)),
    ).toEqual([]);
  }
});
