import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_PROFILE_AAC_HE,
  AV_PROFILE_AAC_HE_V2,
  AV_PROFILE_AAC_LOW,
  AV_SAMPLE_FMT_S16,
  FF_ENCODER_LIBFDK_AAC,
  type AVProfile,
} from 'node-av/constants';
import { Codec, CodecContext, getFFmpegInfo, Rational } from 'node-av/lib';
import { expect, onTestFinished, test } from 'vitest';
import { lockedPackage } from '../../.ci/lock-file.ts';
import { pinnedNodePrograms } from '../../.ci/node-programs.ts';
import { freeBinaries, readNativeLibraries } from '../../.ci/package/native-libraries.ts';
import { licenceTextIn, mergeTexts } from '../../tools/notices/licence-texts.ts';

const data = readNativeLibraries();

function notices(lock: string, text: string): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-notices-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['node_modules', 'src-media']) symlinkSync(resolve(name), join(folder, name));
  writeFileSync(join(folder, 'package-lock.json'), lock);
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.md'), text);
  const program = resolve('tools/third-party-notices.ts');
  return promisify(execFile)(process.execPath, [program, '--check'], { cwd: folder });
}

test('the notices are checked against the hashes of the lock file and the texts of what is installed', async () => {
  const lock = readFileSync('package-lock.json', 'utf8');
  const text = readFileSync('THIRD-PARTY-NOTICES.md', 'utf8');
  await notices(lock, text);
  const { integrity = '' } = lockedPackage('node_modules/sharp');
  await expect(notices(lock.replace(integrity, 'sha512-another'), text)).rejects.toThrow(
    /run npm run notices/,
  );
  const without = text.replaceAll('WITHOUT WARRANTY OF ANY KIND', '');
  await expect(notices(lock, without)).rejects.toThrow(/no text of .*fastify/s);
});

test('texts that differ only in their copyright lines are one, with the lines of all', () => {
  const licence = (owner: string): string => `MIT\n\nCopyright (c) ${owner}\n\nPermission is\ngranted.`;
  const merged = mergeTexts([
    { name: 'a', text: licence('2020 Ann') },
    { name: 'b', text: 'Another licence' },
    { name: 'c', text: licence('2021 Carl').replace('is\ngranted', 'is granted') },
  ]);
  expect(merged).toEqual([
    {
      names: ['a', 'c'],
      copyrights: ['Copyright (c) 2020 Ann', 'Copyright (c) 2021 Carl'],
      text: 'MIT\n\n\nPermission is\ngranted.',
    },
    { names: ['b'], copyrights: [], text: 'Another licence' },
  ]);
});

test('a package of native code without a licence text is named with what it says it is made of', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-notices-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(licenceTextIn(folder)).toBeNull();
  const parts = [
    { name: 'libpng', version: '1.6', licenses: [{ license: { id: 'libpng-2.0' } }] },
    { name: 'cxx', version: '1.0', licenses: [{ expression: 'MIT OR Apache-2.0' }] },
    { name: 'itself' },
  ];
  writeFileSync(join(folder, 'sbom.cdx.json'), JSON.stringify({ components: parts }));
  expect(licenceTextIn(folder)).toMatch(/\n\nlibpng 1\.6 \(libpng-2\.0\)\ncxx 1\.0 \(MIT OR Apache-2\.0\)$/);
  writeFileSync(
    join(folder, 'README.md'),
    '# A\n\n## Licensing\n\nUsed under:\n| cairo | MPL |\n\n## More\n',
  );
  expect(licenceTextIn(folder)).toBe('Used under:\n| cairo | MPL |');
  writeFileSync(join(folder, 'LICENSE'), 'All of it\r\n');
  expect(licenceTextIn(folder)).toBe('All of it');
});

test('the recorded facts describe the locked FFmpeg and name every library it was configured with', () => {
  expect(data.version).toBe(lockedPackage(`node_modules/${data.package}`).version);
  const { version, libraries, configuration } = getFFmpegInfo();
  expect(libraries).toMatchObject(data.ffmpeg.libraries);
  const known = JSON.stringify(data.libraries.map(({ name, recipe }) => [name, recipe]))
    .toLowerCase()
    .replaceAll('-', '');
  const wanted = [...configuration.matchAll(/--enable-(?:lib)?([a-z0-9-]+)/g)].map(([, name = '']) =>
    name.replaceAll('-', ''),
  );
  const parts =
    /^(gpl|version3|nonfree|static|lto|indev|pthreads|neon|runtime.*|audiotoolbox|videotoolbox|schannel)$/;
  const systems = /^(dxva2|d3d1.*|cuda.*|cuvid|nvdec|nvenc|rkmpp|rkrga)$/;
  const named = wanted.filter((name) => !parts.test(name) && !systems.test(name));
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
  expect(version).not.toBe('');
  for (const { package: name } of data.binaries)
    expect(lockedPackage(`node_modules/${name}`).version).toBe(data.version);
});

const here = data.binaries.find(({ package: name }) => name.endsWith(`-${process.platform}-${process.arch}`));

test.skipIf(here?.fdkAac !== 'free subset')(
  'the fdk-aac inside is the free subset: AAC-LC and nothing more',
  () => {
    const codec = Codec.findEncoderByName(FF_ENCODER_LIBFDK_AAC);
    if (!codec) throw new Error('libfdk_aac is missing.');
    const open = (profile: AVProfile): number => {
      using context = new CodecContext();
      context.allocContext3(codec);
      context.sampleRate = 48_000;
      context.sampleFormat = AV_SAMPLE_FMT_S16;
      context.bitRate = 64_000n;
      context.channelLayout = { nbChannels: 2, order: AV_CHANNEL_ORDER_NATIVE, mask: 3n };
      context.timeBase = new Rational(1, 48_000);
      context.profile = profile;
      return context.open2Sync(codec, null);
    };
    expect(open(AV_PROFILE_AAC_LOW)).toBe(0);
    expect(open(AV_PROFILE_AAC_HE)).toBeLessThan(0);
    expect(open(AV_PROFILE_AAC_HE_V2)).toBeLessThan(0);
    expect(getFFmpegInfo().configuration).not.toContain('--enable-nonfree');
  },
);

test('the media binary of each package with the local service is proven to be free', () => {
  const systems = Object.keys(pinnedNodePrograms).map((system) =>
    system.startsWith('win32') ? `${system}-mingw` : system,
  );
  expect(freeBinaries(data)).toEqual(
    expect.arrayContaining(systems.map((system) => `@seydx/node-av-${system}`)),
  );
});
