import { createWriteStream } from 'node:fs';
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { build } from 'vite';
import { ZipFile } from 'yazl';
import { languages } from '../src-shared/i18n/language.ts';
import { panelBuild } from './panel-build.ts';

/**
 * `npm run build:editors`: builds the parts for other editors into `out/editors`: the program of DaVinci Resolve's
 * scripts, and the panel for Premiere Pro as a `.ccx`, which is a zip. The folder appears complete, by a rename.
 */
const source = 'src-editors';
const finished = join('out', 'editors');
const out = `${finished}.part`;
const panelFolder = join(out, 'panel');

async function wordsOf(language: string): Promise<Record<string, string>> {
  const path = join('src-shared', 'i18n', 'locales', `${language}.json`);
  const texts = JSON.parse(await readFile(path, 'utf8')) as Record<string, string>;
  return Object.fromEntries(Object.entries(texts).filter(([key]) => key.startsWith('panel.')));
}

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
await cp(join(source, 'resolve', 'resolve.lua'), join(out, 'resolve.lua'));
const words = await Promise.all(languages.map(async (each) => [each, await wordsOf(each)] as const));
await build(panelBuild(Object.fromEntries(words), { outDir: panelFolder }));

/** Returns the panel's manifest with the app's version: Creative Cloud offers a higher version as an update. */
async function manifest(): Promise<string> {
  const [panel, app] = await Promise.all(
    [join(source, 'premiere', 'manifest.json'), 'package.json'].map(
      async (path) => JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>,
    ),
  );
  return JSON.stringify({ ...panel, version: app?.['version'] }, null, 2);
}

const zip = new ZipFile();
zip.addFile(join(panelFolder, 'main.js'), 'main.js');
zip.addFile(join(source, 'premiere', 'index.html'), 'index.html');
zip.addBuffer(Buffer.from(await manifest()), 'manifest.json');
zip.end();
await pipeline(zip.outputStream, createWriteStream(join(out, 'dailies-premiere.ccx')));
await rm(panelFolder, { recursive: true });
await rm(finished, { recursive: true, force: true });
await rename(out, finished);
