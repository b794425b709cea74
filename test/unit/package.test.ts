import { readdirSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { copyPackage, isNeededAtRun } from '../../.ci/package/copy-package.ts';
import { readDistributor } from '../../.ci/package/distributor.ts';
import { macDocumentTypes, mimePackage, windowsFileTypes } from '../../.ci/package/file-types.ts';
import { icnsOf, icoOf } from '../../.ci/package/icons.ts';
import { metainfo } from '../../.ci/package/linux/metainfo.ts';
import {
  copyrightFile,
  debianChangelog,
  debianControl,
  desktopEntry,
  lintianOverrides,
  rpmSpec,
} from '../../.ci/package/linux/package-texts.ts';
import { artifactName, formatsOf, type PackageFacts } from '../../.ci/package/package-facts.ts';
import { parsePackageOptions } from '../../.ci/package/package-options.ts';
import { faceSources, hanSources, scriptSources, symbolSources } from '../../src-media/fonts/font-sources.ts';
import { subsetsOf } from '../../src-media/fonts/font-subset.ts';
import { makeFolder } from '../fakes/main-fixture.ts';

const facts: PackageFacts = {
  productName: 'Dailies',
  programName: 'dailies',
  version: '1.2.3',
  description: 'A script in, a timeline out.',
  license: 'MIT',
  platform: 'linux',
  arch: 'x64',
  isSlim: false,
  distributor: { homepage: null, maintainer: 'Ann Editor <ann@example.com>', screenshots: [] },
};
const slim = { ...facts, isSlim: true };

test('artifacts are named as the packages of their system are, the slim ones apart', () => {
  expect(formatsOf('linux').map((format) => artifactName(format, facts))).toEqual([
    'dailies_1.2.3_amd64.deb',
    'dailies-1.2.3-1.x86_64.rpm',
    'dailies-1.2.3-linux-x64.tar.zst',
    'dailies-1.2.3-linux-x64.AppImage',
  ]);
  expect(artifactName('deb', { ...slim, arch: 'arm64' })).toBe('dailies-slim_1.2.3_arm64.deb');
  expect(artifactName('rpm', { ...facts, arch: 'arm64' })).toBe('dailies-1.2.3-1.aarch64.rpm');
  expect(artifactName('dmg', { ...facts, platform: 'darwin', arch: 'arm64' })).toBe(
    'dailies-1.2.3-mac-arm64.dmg',
  );
  expect(artifactName('exe', { ...facts, platform: 'win32' })).toBe('dailies-1.2.3-windows-x64.exe');
});

test('the command line wins over the environment, and what it cannot mean is said', () => {
  const variables = { DAILIES_ELECTRON_ZIP: 'cache/electron-v45.0.0-beta.1-linux-x64.zip' };
  expect(parsePackageOptions([], variables)).toMatchObject({
    isSlim: false,
    json: false,
    formats: null,
    electronZip: { folder: resolve('cache'), version: '45.0.0-beta.1' },
  });
  const given = [
    '--slim',
    '--json',
    '--formats',
    'deb,tar.zst,deb',
    '--electron-zip',
    'a/electron-v33.2.1-linux-x64.zip',
  ];
  expect(parsePackageOptions(given, variables)).toMatchObject({
    isSlim: true,
    json: true,
    formats: ['deb', 'tar.zst'],
    electronZip: { folder: resolve('a'), version: '33.2.1' },
  });
  expect(() => parsePackageOptions(['--formats', 'msi'], {})).toThrow('No such format: msi');
  expect(() => parsePackageOptions(['--electron-zip', 'electron.zip'], {})).toThrow('is not named as');
});

const here = { platform: 'linux', arch: 'x64' } as const;

test('a package is copied without what other systems and developers need, and never without its licence', () => {
  const kept = (path: string): boolean => isNeededAtRun('node_modules/a', path, here);
  const files = [
    'lib/a.js',
    'LICENSE.md',
    'NOTICE.md',
    'prebuilds/linux-x64/a.node',
    'data/words.txt',
    'web/a.js',
    'lib/test/a.js',
    'lib/test.js',
    'a.config.js',
  ];
  expect(files.filter((path) => !kept(path))).toEqual([]);
  const dropped = ['a.d.ts', 'a.d.mts', 'a.js.map', 'README.md', 'src/a.cc', 'binding.gyp', 'test/a.js'];
  dropped.push('test.js', 'lib/a.test.js', 'eslint.config.mjs', 'tsconfig.json', '.npmignore', 'Makefile');
  dropped.push('.github', '.github/workflows/ci.yml', 'lib/.eslintrc');
  expect([...dropped, 'prebuilds/darwin-arm64/a.node', 'prebuilds/linuxmusl-x64'].filter(kept)).toEqual([]);
});

test('A native library whose configuration says nonfree is refused, and another one is copied', async () => {
  const folder = await makeFolder('nonfree');
  const library = join(folder, 'from', 'binary');
  await mkdir(library, { recursive: true });
  const configuration = (option: string): Buffer =>
    Buffer.concat([Buffer.from([0x7f, 0x45, 0]), Buffer.from(`--enable-gpl ${option} --enable-libx264`)]);
  await writeFile(join(library, 'media.node'), configuration('--enable-version3'));
  copyPackage(join(folder, 'from'), join(folder, 'free'));
  expect(await readdir(join(folder, 'free', 'binary'))).toEqual(['media.node']);
  await writeFile(join(library, 'media.node'), configuration('--enable-nonfree'));
  expect(() => {
    copyPackage(join(folder, 'from'), join(folder, 'nonfree'));
  }).toThrow(/media\.node was built with --enable-nonfree/);
});

test('of the PDF library a package has what reads, and nothing for pages', () => {
  const files = ['pdf.mjs', 'pdf.worker.mjs', 'pdf.min.mjs', 'pdf.sandbox.mjs', 'pdf.renderer.mjs'];
  const isNeeded = (path: string): boolean => isNeededAtRun('node_modules/pdfjs-dist', path, here);
  expect(files.filter((name) => isNeeded(`legacy/build/${name}`))).toEqual(['pdf.mjs', 'pdf.worker.mjs']);
  expect(['legacy/web/pdf_viewer.mjs', 'legacy/image_decoders/a.mjs'].filter(isNeeded)).toEqual([]);
  expect(['cmaps/a.bcmap', 'wasm/openjpeg.wasm', 'standard_fonts/a.ttf'].filter(isNeeded)).toHaveLength(3);
});

test('every file of the typefaces that are drawn with is in a package, and no other axis of them', () => {
  const sources = [
    ...Object.values(faceSources).flat(),
    ...scriptSources,
    ...symbolSources,
    ...hanSources('jp'),
  ];
  const fonts = new Set(sources.flatMap(subsetsOf).map(({ path }) => path.replaceAll('\\', '/')));
  const folders = new Set([...fonts].map((path) => path.replace(/\/files\/[^/]+$/, '')));
  const kept = [...folders].flatMap((folder) =>
    readdirSync(join(folder, 'files'))
      .filter((name) => name.endsWith('.woff2') && isNeededAtRun(folder, `files/${name}`, here))
      .map((name) => `${folder}/files/${name}`),
  );
  expect(fonts.size).toBeGreaterThan(100);
  expect(new Set(kept)).toEqual(fonts);
});

test('the menu entry names the program and an icon, and the package the types that are its own', () => {
  const keys = new Map(
    desktopEntry(facts)
      .split('\n')
      .map((line) => line.split('=') as [string, string]),
  );
  expect(Object.fromEntries(keys)).toMatchObject({
    '[Desktop Entry]': undefined,
    Type: 'Application',
    Name: 'Dailies',
    Exec: 'dailies %U',
    Icon: 'dailies',
  });
  expect(mimePackage()).toContain('<mime-type type="application/x-fcpxml">');
  expect(mimePackage()).not.toMatch(/kdenlive|mlt|markdown/);
});

test('on macOS and Windows the app is offered for its files and is the first choice of none', () => {
  expect(new Set(macDocumentTypes.map(({ LSHandlerRank }) => LSHandlerRank))).toEqual(new Set(['Alternate']));
  expect(macDocumentTypes.flatMap(({ CFBundleTypeExtensions }) => CFBundleTypeExtensions)).toContain(
    'fcpxml',
  );
  expect(windowsFileTypes()).toContain('\\SupportedTypes" ".otio" ""');
});

test('each Linux package stands for the other, and says what it needs and how large it is', () => {
  const control = debianControl(facts, 2_049);
  expect(control).toContain('Package: dailies\nVersion: 1.2.3\nArchitecture: amd64\n');
  expect(control).toContain('Installed-Size: 3\n');
  expect(control).toMatch(/^Depends: .*libgtk-3-0 \| libgtk-3-0t64, .*libnss3/m);
  expect(control).toContain('Conflicts: dailies-slim\nReplaces: dailies-slim\n');
  expect(debianControl(slim, 0)).toContain('Conflicts: dailies\n');
  expect(control.endsWith('.\n')).toBe(true);
  const spec = rpmSpec(slim, '/tmp/a tree', ['/usr/lib/dailies/', '/usr/bin/dailies']);
  expect(spec).toContain('Name: dailies-slim\nVersion: 1.2.3\n');
  expect(spec).toContain('"/tmp/a tree/."');
  expect(spec.endsWith('/usr/lib/dailies/\n/usr/bin/dailies\n')).toBe(true);
});

test('A package names the homepage, the maintainer and the pictures that its distributor states', async () => {
  const folder = await makeFolder('distributor');
  const path = join(folder, 'service.json');
  const write = (stated: object): Promise<void> => writeFile(path, JSON.stringify(stated));
  const homepage = 'https://dailies.example.com/';
  const screenshots = ['https://dailies.example.com/a.png', 'https://dailies.example.com/b.png'];
  await write({
    serviceUrl: null,
    package: { homepage, screenshots, maintainer: 'Ann Editor <ann@example.com>' },
  });
  const stated = { ...facts, distributor: readDistributor(path) };
  const control = debianControl(stated, 0);
  expect(control).toContain(
    '\nMaintainer: Ann Editor <ann@example.com>\nHomepage: https://dailies.example.com/\n',
  );
  expect(rpmSpec(stated, '/tmp/tree', [])).toContain('\nURL: https://dailies.example.com/\n');
  const described = metainfo(stated, '2026-11-29');
  expect(described).toContain('<url type="homepage">https://dailies.example.com/</url>');
  expect(described.match(/<image>[^<]*/g)).toEqual(screenshots.map((address) => `<image>${address}`));
  await write({ serviceUrl: null });
  expect(metainfo({ ...facts, distributor: readDistributor(path) }, '2026-11-29')).not.toMatch(
    /<url|<screen/,
  );
  await write({ serviceUrl: null, package: { maintainer: 'somebody' } });
  expect(() => readDistributor(path)).toThrow(/service\.json has no usable “package”[^]*Name <address>/);
});

test('A Debian package has a changelog, and says why findings of its checker stay', () => {
  const log = debianChangelog({ ...facts, version: '1.2.3-beta.1' }, new Date(Date.UTC(2026, 10, 29, 7, 30)));
  expect(log).toBe(`dailies (1.2.3~beta.1) stable; urgency=medium

  * Dailies 1.2.3-beta.1.

 -- Ann Editor <ann@example.com>  Sun, 29 Nov 2026 07:30:00 +0000
`);
  const overrides = lintianOverrides(slim).trimEnd().split('\n');
  expect(
    overrides.filter((line) => !line.startsWith('#')).every((line) => line.startsWith('dailies-slim: ')),
  ).toBe(true);
});

test('a prerelease comes before its version for the systems’ own package managers, under the name it has', () => {
  const beta = { ...facts, version: '1.2.3-beta.1' };
  expect(debianControl(beta, 0)).toContain('\nVersion: 1.2.3~beta.1\n');
  expect(rpmSpec(beta, '/tmp/tree', [])).toContain('\nVersion: 1.2.3~beta.1\n');
  expect(artifactName('deb', beta)).toBe('dailies_1.2.3-beta.1_amd64.deb');
  expect(artifactName('rpm', beta)).toBe('dailies-1.2.3-beta.1-1.x86_64.rpm');
});

test('only a package with the local service speaks of its licence', () => {
  const text = copyrightFile(facts, 'MIT License', '/usr/lib/dailies');
  expect(text).toContain('MIT License');
  expect(text).toContain('/usr/lib/dailies/resources/service is under the GNU GPL, version 3');
  expect(copyrightFile(slim, 'MIT License', '/usr/lib/dailies')).not.toContain('GPL');
});

test('icons of Windows and macOS hold each picture where their directory says', async () => {
  const draw = (pixels: number): Promise<Buffer> =>
    sharp({ create: { width: pixels, height: pixels, channels: 4, background: 'teal' } })
      .png()
      .toBuffer();
  const pictures = await Promise.all(
    [16, 128, 256].map(async (pixels) => ({ pixels, png: await draw(pixels) })),
  );
  const ico = icoOf(pictures);
  for (const [index, { pixels, png }] of pictures.entries()) {
    const entry = 6 + 16 * index;
    expect(ico[entry]).toBe(pixels % 256);
    const length = ico.readUInt32LE(entry + 8);
    const offset = ico.readUInt32LE(entry + 12);
    expect(ico.subarray(offset, offset + length).equals(png)).toBe(true);
  }
  const icns = icnsOf(pictures);
  expect(icns.readUInt32BE(4)).toBe(icns.length);
  expect(icns.toString('latin1', 8, 12)).toBe('ic07');
  expect(icns.indexOf(pictures[2]?.png ?? '')).toBe(8 + 8 + (pictures[1]?.png.length ?? 0) + 8);
});
