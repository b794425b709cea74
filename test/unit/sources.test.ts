import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { foldersOf } from '../../.ci/lock-file.ts';
import { nonfreeMediaPackages, placeFreeMediaBinary } from '../../.ci/package/windows/media-binary.ts';
import { gatherSources, type GatherOptions } from '../../.ci/sources/gather-sources.ts';
import { checkRelease } from '../../.ci/sources/source-record.ts';
import { makeTemporaryFolder } from '../fakes/temporary-folder.ts';
import { TestServer } from '../fakes/test-server.ts';

const free = { avcodec: '62.36.101', configuration: '--enable-gpl --enable-libx264' };
const x264 = { name: 'x264', licence: 'GPL-2.0-or-later', texts: ['GPL-2'] };

let folder: string;
let out: string;
let libraryUrl: string;
beforeEach(async () => {
  folder = await makeTemporaryFolder();
  out = join(folder, 'out');
  libraryUrl = makeRepository('x264.git', { 'x264.c': 'int x264;' }).url;
});

function git(path: string, ...words: string[]): string {
  const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', '-c', 'core.autocrlf=false'];
  return execFileSync('git', [...who, ...words], { cwd: path, encoding: 'utf8' }).trim();
}

/** Makes a repository with one commit. */
function makeRepository(name: string, files: Readonly<Record<string, string>>) {
  const path = join(folder, name);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  }
  git(path, 'init', '--quiet');
  git(path, 'add', '.');
  git(path, 'commit', '--quiet', '--message', 'A');
  return { path, url: pathToFileURL(path).href, commit: git(path, 'rev-parse', 'HEAD') };
}

/** Makes a release of node-av whose submodule is an FFmpeg with the given recipe, or the given commit. */
function makeRelease(recipe: string, commit?: string): string {
  const ffmpeg = makeRepository('jellyfin-ffmpeg', {
    'libavcodec/version_major.h': '#define LIBAVCODEC_VERSION_MAJOR  62\n',
    'libavcodec/version.h': '#define LIBAVCODEC_VERSION_MINOR  36\n#define LIBAVCODEC_VERSION_MICRO 101\n',
    'builder/scripts.d/50-x264.sh': recipe,
    'builder/scripts.d/99-rpath.sh': 'SCRIPT_SKIP="1"\n',
  });
  const { path, url } = makeRepository('node-av', {
    '.gitmodules': `[submodule "externals/jellyfin-ffmpeg"]\n\tpath = externals/jellyfin-ffmpeg\n\turl = ${ffmpeg.url}\n`,
  });
  git(
    path,
    'update-index',
    '--add',
    '--cacheinfo',
    `160000,${commit ?? ffmpeg.commit},externals/jellyfin-ffmpeg`,
  );
  git(path, 'commit', '--quiet', '--message', 'B');
  git(path, 'tag', 'v6.1.1');
  return url;
}

const recipeOf = (url: string, revision: string): string =>
  `#!/bin/bash\n\nSCRIPT_REPO="${url}"\nSCRIPT_COMMIT="${revision}"\n`;

function gather(url: string, changes: Partial<GatherOptions> = {}) {
  const libraries = [{ ...x264, source: libraryUrl }];
  return gatherSources({ url, version: '6.1.1', binary: free, libraries, folder: out, ...changes });
}

test('FFmpeg and its libraries are archived at the revisions of the tag and of the recipes', async () => {
  const { archives } = await gather(makeRelease(recipeOf(libraryUrl, 'HEAD')));
  expect(archives.map(({ url }) => url)).toEqual([expect.stringMatching(/\/jellyfin-ffmpeg$/), libraryUrl]);
  const list = (name: string): string => execFileSync('tar', ['-tzf', join(out, name)], { encoding: 'utf8' });
  expect(list(archives[0]?.name ?? '')).toContain('builder/scripts.d/50-x264.sh');
  expect(list('x264-HEAD.tar.gz')).toContain('x264-HEAD/x264.c');
});

test.each<[string, { commit?: string } & Partial<GatherOptions>, RegExp]>([
  ['a commit that its repository does not have', { commit: 'a'.repeat(40) }, /has no revision a{40}/],
  [
    'another version of libavcodec',
    { binary: { ...free, avcodec: '62.36.102' } },
    /has libavcodec 62\.36\.101/,
  ],
  [
    'a binary that nobody may distribute',
    { binary: { ...free, configuration: '--enable-gpl --enable-nonfree' } },
    /--enable-nonfree/,
  ],
  [
    'a library under the GPL that no recipe names',
    { libraries: [{ ...x264, name: 'x265', source: 'https://example.com/x265.git' }] },
    /No recipe names the source of x265/,
  ],
  ['a version without a tag', { version: '6.1.2' }, /has no revision refs\/tags\/v6\.1\.2/],
])('%s is refused', async (_, { commit, ...changes }, reason) => {
  await expect(gather(makeRelease(recipeOf(libraryUrl, 'HEAD'), commit), changes)).rejects.toThrow(reason);
});

test('a recipe without a revision is refused', async () => {
  const url = makeRelease(`SCRIPT_REPO="${libraryUrl}"\n`);
  await expect(gather(url)).rejects.toThrow('50-x264.sh names');
});

test('a recipe’s file is archived only if it has the checksum of the recipe', async () => {
  const server = await TestServer.start((_request, response) => response.end('the source'));
  const address = server.url;
  const sha512 = createHash('sha512').update('the source').digest('hex');
  const recipe = (sum: string): string =>
    `SCRIPT_VERSION="6.3.0"\nSCRIPT_SHA512="${sum}"\nSCRIPT_URL="${address}/gmp-\${SCRIPT_VERSION}.tar.xz"\n`;
  const libraries = [{ ...x264, source: `${address}/gmp-6.3.0.tar.xz` }];
  await gather(makeRelease(recipe(sha512)), { libraries });
  expect(readdirSync(out)).toContain('gmp-6.3.0.tar.xz');
  for (const name of ['jellyfin-ffmpeg', 'node-av']) rmSync(join(folder, name), { recursive: true });
  await expect(gather(makeRelease(recipe('0'.repeat(128))), { libraries })).rejects.toThrow(
    'has the checksum',
  );
});

test('a release of a package with the media engine needs each archive, as it was made, and a bill of materials', async () => {
  writeFileSync(join(folder, 'dailies-slim_1.0.0_amd64.deb'), '');
  expect(() => {
    checkRelease(folder, '6.1.1');
  }).not.toThrow();
  await gather(makeRelease(recipeOf(libraryUrl, 'HEAD')));
  const check =
    (version = '6.1.1') =>
    () => {
      checkRelease(out, version);
    };
  writeFileSync(join(out, 'dailies_1.0.0_amd64.deb'), '');
  expect(check()).toThrow('No bill of materials');
  writeFileSync(join(out, 'sbom-linux-x64.cdx.json'), '{}');
  expect(check()).not.toThrow();
  expect(check('6.1.2')).toThrow('The sources are those of node-av 6.1.1, not 6.1.2.');
  writeFileSync(join(out, 'x264-HEAD.tar.gz'), 'another');
  expect(check()).toThrow('x264-HEAD.tar.gz is not the archive');
  rmSync(join(out, 'x264-HEAD.tar.gz'));
  expect(check()).toThrow('x264-HEAD.tar.gz is missing');
  rmSync(join(out, 'sources.json'));
  expect(check()).toThrow('No sources.json');
});

test('a package for Windows has the free media binary where it is loaded first, and not the other one', async () => {
  const names = ['node-av', '@seydx/node-av-win32-x64-mingw'];
  for (const name of names) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, names[1] ?? '', 'node-av.node'), 'free');
  placeFreeMediaBinary(folder, 'x64');
  expect(readFileSync(join(folder, 'node-av/binary/node-av.node'), 'utf8')).toBe('free');
  expect(readdirSync(join(folder, '@seydx'))).toEqual([]);
  const loader = readFileSync('node_modules/node-av/dist/lib/binding.js', 'utf8');
  const places = [...loader.matchAll(/'binary', 'node-av\.node'|\$\{platformArch\}-msvc/g)].map(
    ([place]) => place,
  );
  expect(places[0]).toBe("'binary', 'node-av.node'");
  const staged = [...foldersOf(['node-av'], nonfreeMediaPackages)];
  expect(staged).toContain('node_modules/@seydx/node-av-win32-x64-mingw');
  expect(staged.filter((path) => path.endsWith('-msvc'))).toEqual([]);
});
