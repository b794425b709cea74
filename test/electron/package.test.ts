import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { getRawHeader, listPackage, statFile } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { pinnedNodePrograms, pinnedNodeVersion } from '../../.ci/node-programs.ts';
import { ChildServiceLauncher } from '../../src-main/hosts/node/child-service-launcher.ts';
import { checkoutNode, packagedService } from '../../src-main/hosts/node/service-program.ts';
import { Caller } from '../conformance/support/caller.ts';
import { listEntities } from '../conformance/support/entity-commands.ts';
import { download } from '../conformance/support/made-movie.ts';
import { probeMedia } from '../conformance/support/media-meters.ts';
import { writeStandInElectron } from './stand-in-electron.ts';

const root = join(import.meta.dirname, '..', '..');
const stage = join(root, '.ci', 'stage-service.ts');

let folder: string;
let electronZip: string;
/** Folder of the packaged app, outside the checkout. */
let app: string;
/** Folder of the files beside its archive. */
let resources: string;

interface Packaged {
  readonly artifacts: readonly { readonly path: string; readonly sizeBytes: number }[];
}

/** Packages the built app as `npm run package` does. Returns the parsed last line of the output. */
function packageApp(name: string, ...words: readonly string[]): Packaged {
  const out = join(folder, name);
  const given = ['--json', '--built', 'out', '--out', out, '--electron-zip', electronZip];
  const output = execFileSync(process.execPath, [join('.ci', 'package.ts'), ...given, ...words], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(output.trimEnd().split('\n').at(-1) ?? '') as Packaged;
}

/** Only Linux has a stand-in for Electron; other systems stage the local service alone. */
const isLinux = process.platform === 'linux';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dailies-package-'));
  electronZip = await writeStandInElectron(folder);
  app = isLinux
    ? (packageApp('An app', '--formats', 'folder').artifacts[0]?.path ?? '')
    : join(folder, 'An app');
  resources = join(app, 'resources');
  if (!isLinux) execFileSync(process.execPath, [stage, resources], { cwd: root });
}, 180_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

test.runIf(isLinux)(
  'the archive holds the app and what it needs: no link, no library, nothing of the service',
  async () => {
    const archive = join(resources, 'app.asar');
    const files = listPackage(archive, { isPack: false }).map((path) => path.slice(1).replaceAll('\\', '/'));
    const entries = files.map((path) => ({ path, entry: statFile(archive, path, false) }));
    expect(entries.filter(({ entry }) => 'link' in entry)).toEqual([]);
    expect(files).toEqual(
      expect.arrayContaining(['out/main/index.js', 'out/main/transfer-worker.js', 'out/preload/index.cjs']),
    );
    const tops = new Set(files.map((path) => path.split('/').slice(0, 2).join('/')));
    const own = [...tops].filter((path) => !path.startsWith('node_modules/')).sort();
    expect(own).toEqual([
      'node_modules',
      'out',
      'out/editors',
      'out/main',
      'out/preload',
      'out/renderer',
      'package.json',
      'resources',
      'resources/icon.png',
      'resources/service.json',
    ]);
    expect([...tops].filter((path) => path.startsWith('node_modules/'))).toEqual([
      'node_modules/keytar',
      'node_modules/node-addon-api',
    ]);
    const libraries = entries.filter(({ path }) => path.endsWith('.node'));
    expect(libraries.length).toBeGreaterThan(0);
    for (const { path, entry } of libraries) {
      expect(entry).toMatchObject({ unpacked: true });
      expect(existsSync(join(resources, 'app.asar.unpacked', path))).toBe(true);
    }
    const systems = files.flatMap((path) => /\/prebuilds\/([^/]+)$/.exec(path)?.[1] ?? []);
    expect(systems).toEqual([`${process.platform}-${process.arch}`]);
    expect(getRawHeader(archive).headerString).toContain('"integrity"');
  },
);

test.runIf(isLinux)(
  'the program runs the archive alone: no plain Node, no options, no inspector',
  async () => {
    const wire = await getCurrentFuseWire(join(app, 'dailies'));
    const isOn = (fuse: FuseV1Options): boolean => String.fromCharCode(Number(wire[fuse])) === '1';
    expect([FuseV1Options.EnableCookieEncryption, FuseV1Options.OnlyLoadAppFromAsar].map(isOn)).toEqual([
      true,
      true,
    ]);
    expect(isOn(FuseV1Options.EnableEmbeddedAsarIntegrityValidation)).toBe(true);
    const off = [
      FuseV1Options.RunAsNode,
      FuseV1Options.EnableNodeOptionsEnvironmentVariable,
      FuseV1Options.EnableNodeCliInspectArguments,
      FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
    ];
    expect(off.filter(isOn)).toEqual([]);
    expect(existsSync(join(resources, 'default_app.asar'))).toBe(false);
    expect(existsSync(join(app, 'browser_v8_context_snapshot.bin'))).toBe(false);
    expect(await readdir(join(app, 'locales'))).toEqual(['en-US.pak']);
  },
);

test.runIf(isLinux)('slim packages hold the app for all users or for one, without service or engine', () => {
  const [deb, archive] = packageApp('slim', '--slim', '--formats', 'deb,tar.zst').artifacts;
  expect(deb?.sizeBytes).toBeGreaterThan(0);
  const ask = (...words: readonly string[]): string =>
    execFileSync('dpkg-deb', [...words], { encoding: 'utf8' });
  const path = deb?.path ?? '';
  expect(ask('--field', path, 'Package').trim()).toBe('dailies-slim');
  const files = ask('--contents', path).trimEnd().split('\n');
  const at = (place: string): string => files.find((line) => line.includes(` .${place}`)) ?? '';
  expect(files.filter((line) => !line.includes(' root/root '))).toEqual([]);
  expect(at('/usr/lib/dailies/dailies')).toMatch(/^-rwxr-xr-x/);
  expect(at('/usr/lib/dailies/chrome-sandbox')).toMatch(/^-rwsr-xr-x/);
  expect(at('/usr/bin/dailies')).toMatch(/-> \.\.\/lib\/dailies\/resources\/bin\/dailies$/);
  expect(at('/usr/share/applications/dailies.desktop')).toMatch(/^-rw-r--r--/);
  expect(at('/usr/share/applications/zz-dailies.desktop')).toMatch(/^-rw-r--r--/);
  expect(at('/usr/share/icons/hicolor/48x48/apps/dailies.png')).not.toBe('');
  const texts = ['doc/dailies-slim/copyright', 'man/man1/dailies.1.gz', 'zsh/vendor-completions/_dailies'];
  texts.push('bash-completion/completions/dailies', 'fish/vendor_completions.d/dailies.fish');
  expect(texts.filter((path) => at(`/usr/share/${path}`) === '')).toEqual([]);
  expect(at('/usr/lib/dailies/resources/THIRD-PARTY-NOTICES.txt')).not.toBe('');
  const unpacked = execFileSync('tar', ['--list', '--file', archive?.path ?? ''], { encoding: 'utf8' })
    .trimEnd()
    .split('\n');
  expect(unpacked.filter((line) => !/^dailies-slim-\d+\.\d+\.\d+\//.test(line))).toEqual([]);
  const ofVersion = /^[^/]+\/versions\/\d+\.\d+\.\d+\/(?:dailies|resources\/app\.asar)$/;
  expect(unpacked.filter((line) => ofVersion.test(line))).toHaveLength(2);
  expect(unpacked.filter((line) => /^[^/]+\/(?:dailies|current)$/.test(line))).toHaveLength(2);
  const ofService = /\/(?:node-av|resources\/(?:node|service))(?:\/|$)/;
  expect([...files, ...unpacked].filter((line) => ofService.test(line))).toEqual([]);
});

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

test.runIf(isLinux)(
  'The command of a package, moved elsewhere, works with the service of the package',
  () => {
    const path = join(folder, 'command-data');
    const ask = (...words: readonly string[]): unknown => {
      const output = execFileSync(join(resources, 'bin', 'dailies'), [...words, '--json'], {
        cwd: folder,
        encoding: 'utf8',
        env: { DAILIES_USER_DATA: path, PATH: process.env['PATH'] },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      return JSON.parse(output.trimEnd().split('\n').at(-1) ?? '');
    };
    expect(ask('connections', 'list')).toMatchObject({ connections: [{ kind: 'local' }] });
    expect(ask('tool', 'sound-effect', 'rain', '--out', 'sounds')).toMatchObject({ state: 'succeeded' });
  },
);

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
    .update(await readFile(checkoutNode(root, process.platform)))
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
    expect.arrayContaining([
      'index.js',
      'unpack-worker.js',
      'transfer-worker.js',
      'hash-worker.js',
      'read-worker.js',
    ]),
  );
  expect(await readdir(join(root, 'out', 'main'))).not.toContain('service-entry.js');
  const built = await readdir(join(root, 'out', 'service'), { recursive: true, withFileTypes: true });
  const scripts = built.filter(({ name }) => name.endsWith('.js'));
  expect(scripts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['service-entry.js', 'media-process.js', 'media-worker.js']),
  );
  for (const { parentPath, name } of scripts) {
    const text = await readFile(join(parentPath, name), 'utf8');
    const near = [...text.matchAll(/from\s*["'](\.[^"']+)["']/g)].map((match) => match[1] ?? '');
    expect(
      near.filter((path) => !join(parentPath, path).startsWith(join(root, 'out', 'service') + sep)),
    ).toEqual([]);
  }
});
