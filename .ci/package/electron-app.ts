import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { flipFuses } from '@electron/fuses';
import { type OfficialArch, type OfficialPlatform, packager } from '@electron/packager';
import { appId } from '../../src-main/hosts/electron/app-id.ts';
import { languageOf } from '../../src-shared/i18n/language.ts';
import { sha256Of } from '../file-hash.ts';
import { stageCommands } from './commands/stage-commands.ts';
import { linkScheme, macDocumentTypes } from './file-types.ts';
import { openToAll } from './files.ts';
import { wantedFuses } from './fuses.ts';
import { artifactName, type PackageFacts, readManifest } from './package-facts.ts';
import type { ElectronZip } from './package-options.ts';

interface ElectronAppOptions {
  readonly facts: PackageFacts;
  /** Created by `stageApp`. */
  readonly stagedApp: string;
  /** Folder with `icon.ico` and `icon.icns`. */
  readonly icons: string;
  readonly outFolder: string;
  /** On the same volume. The packager would otherwise share the system's temporary folder with other runs. */
  readonly workFolder: string;
  readonly electronZip: ElectronZip | null;
}

/** Path of Electron's program in the unpacked zip. */
const programs: Partial<Record<NodeJS.Platform, string>> = {
  win32: 'electron.exe',
  darwin: 'Electron.app/Contents/MacOS/Electron',
};

/** Path of the files outside the app's archive, relative to the folder `makeElectronApp` resolves with. */
function resourcesFolder({ platform, productName }: PackageFacts): string {
  return platform === 'darwin' ? `${productName}.app/Contents/Resources` : 'resources';
}

/** Returns the hashes of the pinned Electron's files, which come with its npm package. */
function readChecksums(): Record<string, string> {
  return JSON.parse(readFileSync(join('node_modules', 'electron', 'checksums.json'), 'utf8')) as Record<
    string,
    string
  >;
}

/** @throws when a file claims to be the pinned Electron but is not. */
function checkZip({ path, version }: ElectronZip, pinned: string): void {
  if (version !== pinned) {
    console.error(`With Electron ${version} instead of the pinned ${pinned}: for tests only.`);
    return;
  }
  const hash = sha256Of(path);
  if (!Object.values(readChecksums()).includes(hash))
    throw new Error(`${path} is not the Electron ${pinned} that was released: its hash is ${hash}.`);
}

/**
 * Reads the macOS signing options from environment variables; without them the app is signed for this computer only.
 */
function macSigning(): Pick<Parameters<typeof packager>[0], 'osxSign' | 'osxNotarize'> {
  const { DAILIES_MAC_IDENTITY: identity, APPLE_API_KEY: appleApiKey } = process.env;
  if (!identity) return {};
  const { APPLE_API_KEY_ID: appleApiKeyId = '', APPLE_API_ISSUER: appleApiIssuer = '' } = process.env;
  return {
    osxSign: { identity, continueOnError: false },
    ...(appleApiKey ? { osxNotarize: { appleApiKey, appleApiKeyId, appleApiIssuer } } : {}),
  };
}

/**
 * Packs the app as an archive into Electron, sets the fuses, and adds the commands and the local service.
 * @returns the folder of the finished app, in `outFolder`.
 */
export async function makeElectronApp(options: ElectronAppOptions): Promise<string> {
  const { facts, electronZip, outFolder } = options;
  const pinned = readManifest().devDependencies['electron'] ?? '';
  if (electronZip) checkZip(electronZip, pinned);
  const platform = facts.platform as OfficialPlatform;
  const [made] = await packager({
    dir: options.stagedApp,
    out: outFolder,
    tmpdir: options.workFolder,
    overwrite: true,
    // The staged folder holds only required files, so nothing must be pruned again.
    prune: false,
    quiet: true,
    name: facts.productName,
    executableName: platform === 'linux' ? facts.programName : facts.productName,
    appVersion: facts.version,
    appBundleId: appId,
    appCategoryType: 'public.app-category.video',
    appCopyright: 'The Dailies authors',
    protocols: [{ name: facts.productName, schemes: [linkScheme] }],
    extendInfo: { CFBundleDocumentTypes: macDocumentTypes },
    win32metadata: { CompanyName: 'The Dailies authors' },
    platform,
    arch: facts.arch as OfficialArch,
    icon: join(options.icons, 'icon'),
    electronVersion: electronZip?.version ?? pinned,
    ...(electronZip ? { electronZipDir: electronZip.folder } : { download: { checksums: readChecksums() } }),
    // The packager's own rule keeps native modules outside the archive.
    asar: true,
    extraResource: ['LICENSE', 'THIRD-PARTY-NOTICES.md'],
    ...macSigning(),
    afterExtract: [({ buildPath }) => prepareElectron(buildPath, facts)],
    afterCopyExtraResources: [
      ({ buildPath }) => {
        const resources = join(buildPath, resourcesFolder(facts));
        // A text editor opens `.txt` everywhere; Markdown may belong to no program or to this app itself.
        renameSync(join(resources, 'THIRD-PARTY-NOTICES.md'), join(resources, 'THIRD-PARTY-NOTICES.txt'));
        stageCommands(resources, facts);
        if (!facts.isSlim) stageService(resources);
      },
    ],
  });
  if (made === undefined) throw new Error('Electron’s packager has made nothing for this system.');
  const folder = join(outFolder, artifactName('folder', facts));
  rmSync(folder, { recursive: true, force: true });
  renameSync(made, folder);
  openToAll(folder);
  return folder;
}

/** Regional variants of languages. If they are missing, Chromium uses the main variant. */
const regionalForms = ['en-GB.pak', 'es-419.pak'];

/** Keeps Chromium's own texts, which a page hardly shows, only for the app's languages; all others get English. */
function dropLocales(folder: string): void {
  if (!existsSync(folder)) return;
  for (const file of readdirSync(folder))
    if (languageOf(file.replace(/\.pak$/, '')) === null || regionalForms.includes(file))
      rmSync(join(folder, file));
}

/** Compresses Chromium's licences to an eighth of their size. */
function compressLicences(path: string): void {
  if (!existsSync(path)) return;
  writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
  rmSync(path);
}

async function prepareElectron(folder: string, { platform, arch }: PackageFacts): Promise<void> {
  // The build for tests brings the first two; the fuse that reads the first is off. The third needs a crash reporter,
  // which the app does not have.
  const unused = ['browser_v8_context_snapshot.bin', 'resources/app-update.yml', 'chrome_crashpad_handler'];
  for (const name of unused) rmSync(join(folder, name), { force: true });
  compressLicences(join(folder, 'LICENSES.chromium.html'));
  dropLocales(join(folder, 'locales'));
  await flipFuses(join(folder, programs[platform] ?? 'electron'), {
    ...wantedFuses,
    resetAdHocDarwinSignature: platform === 'darwin' && arch === 'arm64',
  });
}

/** Runs the same program that also stages the service on its own. */
function stageService(folder: string): void {
  execFileSync(process.execPath, [join('.ci', 'stage-service.ts'), folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
