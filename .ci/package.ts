import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { buildApp } from '../src-main/hosts/start/build-app.ts';
import { mayReleaseMedia, readNativeLibraries } from './notices/native-libraries.ts';
import { makeElectronApp } from './package/electron-app.ts';
import { sizeOf } from './package/files.ts';
import { writeIcons } from './package/icons.ts';
import { linuxMakers } from './package/linux/linux-makers.ts';
import { macMakers } from './package/mac/mac-makers.ts';
import type { Maker, MakerInput } from './package/maker.ts';
import { artifactName, formatsOf, type PackageFacts, readManifest } from './package/package-facts.ts';
import { parsePackageOptions, usage } from './package/package-options.ts';
import { stageApp } from './package/stage-app.ts';
import { windowsMakers } from './package/windows/windows-makers.ts';

/**
 * `npm run package`: builds the installable files for the current system into `out/packages`. `--slim` omits the local
 * service with its media engine; `--json` prints the artifacts in the last line. `--electron-zip` gives an Electron in
 * a file; otherwise the pinned one is fetched and checked. `--service` names a distributor's settings.
 */
interface Artifact {
  readonly path: string;
  readonly sizeBytes: number;
}

const makers: readonly Maker[] = [...linuxMakers, ...windowsMakers, ...macMakers];

function optionsOrUsage(): ReturnType<typeof parsePackageOptions> {
  try {
    return parsePackageOptions(process.argv.slice(2), process.env);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    process.exit(2);
  }
}

/** Returns warnings for people who pass the files on. */
function warnings({ isSlim, platform }: PackageFacts): string[] {
  const isFree = isSlim || mayReleaseMedia(readNativeLibraries());
  const isSigned = platform === 'linux' || (platform === 'darwin' && process.env['DAILIES_MAC_IDENTITY']);
  return [
    isFree
      ? ''
      : 'The terms of its media engine are not met yet: do not pass it on, see Licence in README.md.',
    isFree ? '' : 'With --slim it has none and may be passed on.',
    isSigned ? '' : 'It is not signed: the system warns whoever opens it after a download.',
  ].filter((line) => line !== '');
}

async function makeAll(input: MakerInput): Promise<Artifact[]> {
  const { facts, outFolder, appFolder } = input;
  const artifacts: Artifact[] = [];
  for (const format of options.formats ?? formatsOf(facts.platform)) {
    const path = join(outFolder, artifactName(format, facts));
    const maker = makers.find((one) => one.format === format);
    if (maker) {
      const reason = formatsOf(facts.platform).includes(format)
        ? maker.lacks(input)
        : `it is not for ${facts.platform}`;
      if (reason !== null) {
        console.error(`Not made: ${format}, as ${reason}.`);
        continue;
      }
      rmSync(path, { force: true });
      await maker.make(input, path);
    }
    artifacts.push({ path: maker ? path : appFolder, sizeBytes: sizeOf(maker ? path : appFolder) });
  }
  return artifacts;
}

const options = optionsOrUsage();
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
};
const { outFolder } = options;
if (options.builtFolder === null) await buildApp(resolve('.'));
mkdirSync(outFolder, { recursive: true });
const workFolder = mkdtempSync(join(outFolder, 'work-'));
try {
  const [stagedApp, icons] = [join(workFolder, 'app'), join(workFolder, 'icons')];
  for (const folder of [stagedApp, icons]) mkdirSync(folder);
  stageApp(stagedApp, options.builtFolder ?? 'out', facts, options.serviceFile);
  await writeIcons(icons);
  const { electronZip, appImageRuntime } = options;
  const appFolder = await makeElectronApp({ facts, stagedApp, icons, outFolder, workFolder, electronZip });
  const artifacts = await makeAll({ facts, appFolder, outFolder, workFolder, appImageRuntime });
  for (const line of warnings(facts)) console.error(line);
  for (const { path, sizeBytes } of artifacts)
    console.log(`${(sizeBytes / 1e6).toFixed(1).padStart(7)} MB  ${relative('', path)}`);
  if (options.json) console.log(JSON.stringify({ artifacts }));
} finally {
  rmSync(workFolder, { recursive: true, force: true });
}
