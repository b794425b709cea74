import { mkdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { folderErrorOf } from '../src-main/foundation/files/folder-errors.ts';
import { makeFolders } from '../src-main/foundation/files/make-folders.ts';
import { buildApp } from '../src-main/hosts/start/build-app.ts';
import { orUsage } from './arguments-or-usage.ts';
import { readDistributor } from './package/distributor.ts';
import { makeElectronApp } from './package/electron-app.ts';
import { writeIcons } from './package/icons.ts';
import { linuxMakers } from './package/linux/linux-makers.ts';
import { macMakers } from './package/mac/mac-makers.ts';
import { makeArtifacts } from './package/make-artifacts.ts';
import type { Maker } from './package/maker.ts';
import { type PackageFacts, readManifest } from './package/package-facts.ts';
import { checkPackageFiles, parsePackageOptions, usage } from './package/package-options.ts';
import { stageApp } from './package/stage-app.ts';
import { windowsMakers } from './package/windows/windows-makers.ts';
import { makeWorkFolder } from './package/work-folder.ts';

/**
 * `npm run package`: builds the installable files for the current system into `out/packages`. `--slim` omits the local
 * service with its media engine; `--json` prints the artifacts in the last line. `--electron-zip` gives an Electron in
 * a file; otherwise the pinned one is fetched and checked. `--service` names a distributor's settings. Exits with 1 if a
 * format that `--formats` names was not made, or none at all.
 */
const makers: readonly Maker[] = [...linuxMakers, ...windowsMakers, ...macMakers];

function makeOutFolder(path: string): void {
  try {
    makeFolders(path);
  } catch (error) {
    throw folderErrorOf(error, path);
  }
}

function readOptions(): ReturnType<typeof parsePackageOptions> {
  const options = parsePackageOptions(process.argv.slice(2), process.env);
  checkPackageFiles(options);
  makeOutFolder(options.outFolder);
  return options;
}

/** Returns warnings for people who pass the files on. */
function warnings({ isSlim, platform }: PackageFacts): string[] {
  const isSigned = platform === 'linux' || (platform === 'darwin' && process.env['DAILIES_MAC_IDENTITY']);
  return [
    isSlim ? '' : 'Whoever passes it on adds the sources of its media engine: npm run sources.',
    isSigned ? '' : 'It is not signed: the system warns whoever opens it after a download.',
  ].filter((line) => line !== '');
}

const options = orUsage(usage, readOptions);
const { productName, name, version, description, license } = readManifest();
const facts: PackageFacts = {
  productName,
  programName: name,
  version: options.version ?? version,
  description,
  license,
  platform: process.platform,
  arch: process.arch,
  isSlim: options.isSlim,
  distributor: readDistributor(options.serviceFile),
};
const { outFolder } = options;
if (options.builtFolder === null && !(await buildApp(resolve('.')))) process.exit(1);
const workFolder = makeWorkFolder(outFolder);
try {
  const stagedApp = join(workFolder, 'app');
  const icons = join(workFolder, 'icons');
  for (const folder of [stagedApp, icons]) mkdirSync(folder);
  stageApp(stagedApp, options.builtFolder ?? 'out', facts, options.serviceFile);
  await writeIcons(icons);
  const { electronZip, appImageRuntime } = options;
  const appFolder = await makeElectronApp({ facts, stagedApp, icons, outFolder, workFolder, electronZip });
  const { artifacts, notMade, isComplete } = await makeArtifacts(
    { facts, appFolder, outFolder, workFolder, appImageRuntime },
    options.formats,
    makers,
  );
  for (const line of [...notMade, ...warnings(facts)]) console.error(line);
  for (const { path, sizeBytes } of artifacts)
    console.log(`${(sizeBytes / 1e6).toFixed(1).padStart(7)} MB  ${relative('', path)}`);
  if (options.json) console.log(JSON.stringify({ artifacts }));
  if (!isComplete) process.exitCode = 1;
} catch (error) {
  // Ctrl-C also ends a program that this one waits for. That signal ends this program here, before the error does.
  await setTimeout(10);
  const isFault = error instanceof TypeError || error instanceof RangeError || !(error instanceof Error);
  if (isFault) throw error;
  console.error(`npm run package failed: ${error.message}`);
  process.exitCode = 1;
}
