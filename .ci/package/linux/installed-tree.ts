import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { completionFor, type shells } from '../../../src-main/hosts/commands/completion.ts';
import { rows } from '../../../src-main/hosts/commands/table.ts';
import { mimePackage } from '../file-types.ts';
import { forbidRunning, openToAll } from '../files.ts';
import { writeThemeIcons } from '../icons.ts';
import { type PackageFacts, packageName } from '../package-facts.ts';
import { manPage } from './man-page.ts';
import { metainfo, metainfoName } from './metainfo.ts';
import {
  copyrightFile,
  debianChangelog,
  desktopEntry,
  lintianOverrides,
  openWithEntry,
  openWithName,
} from './package-texts.ts';

/** The app as installed on a Linux system; `.deb`, `.rpm` and AppImage are made from it. */
export interface InstalledTree {
  readonly root: string;
  /** Absolute path after the installation. */
  readonly libFolder: string;
  /** Paths after the installation; a folder ends with a slash and stands for everything in it. */
  readonly files: readonly string[];
}

/** Completions by their paths; the second for zsh is that of Fedora. */
function completionFiles(name: string): ReadonlyMap<string, (typeof shells)[number]> {
  return new Map([
    [`/usr/share/bash-completion/completions/${name}`, 'bash'],
    [`/usr/share/zsh/vendor-completions/_${name}`, 'zsh'],
    [`/usr/share/zsh/site-functions/_${name}`, 'zsh'],
    [`/usr/share/fish/vendor_completions.d/${name}.fish`, 'fish'],
  ]);
}

/** Creates the tree from hard links to the app's files. */
export async function layTree(root: string, appFolder: string, facts: PackageFacts): Promise<InstalledTree> {
  const name = facts.programName;
  const libFolder = `/usr/lib/${name}`;
  const lib = join(root, libFolder);
  for (const folder of [
    'usr/bin',
    'usr/lib',
    'usr/share/applications',
    ...[...completionFiles(name).keys()].map(dirname),
    'usr/share/lintian/overrides',
    'usr/share/man/man1',
    'usr/share/metainfo',
    'usr/share/mime/packages',
    `usr/share/doc/${packageName(facts)}`,
  ])
    mkdirSync(join(root, folder), { recursive: true });
  execFileSync('cp', ['--archive', '--link', appFolder, lib]);
  symlinkSync(`../lib/${name}/resources/bin/${name}`, join(root, 'usr/bin', name));
  const entry = `/usr/share/applications/${name}.desktop`;
  writeFileSync(join(root, entry), desktopEntry(facts));
  const openWith = `/usr/share/applications/${openWithName(facts)}`;
  writeFileSync(join(root, openWith), openWithEntry(facts));
  const types = `/usr/share/mime/packages/${name}.xml`;
  writeFileSync(join(root, types), mimePackage());
  const copyright = `/usr/share/doc/${packageName(facts)}/copyright`;
  writeFileSync(join(root, copyright), copyrightFile(facts, readFileSync('LICENSE', 'utf8'), libFolder));
  const now = new Date();
  const today = now.toISOString().slice(0, 10);
  const changelog = `/usr/share/doc/${packageName(facts)}/changelog.gz`;
  writeFileSync(join(root, changelog), gzipSync(debianChangelog(facts, now), { level: 9 }));
  const overrides = `/usr/share/lintian/overrides/${packageName(facts)}`;
  writeFileSync(join(root, overrides), lintianOverrides(facts));
  const description = `/usr/share/metainfo/${metainfoName}`;
  writeFileSync(join(root, description), metainfo(facts, today));
  const manual = `/usr/share/man/man1/${name}.1.gz`;
  writeFileSync(join(root, manual), gzipSync(manPage(facts, rows, today), { level: 9 }));
  const completions = completionFiles(name);
  for (const [path, shell] of completions) writeFileSync(join(root, path), completionFor(shell, rows) ?? '');
  const theme = join(root, 'usr/share/icons/hicolor');
  await writeThemeIcons(theme, name);
  const icons = readdirSync(theme).map(
    (size) => `/usr/share/icons/hicolor/${size}/apps/${name}.${size === 'scalable' ? 'svg' : 'png'}`,
  );
  openToAll(root);
  forbidRunning(lib);
  giveSandboxRights(join(lib, 'chrome-sandbox'));
  const programs = [`${libFolder}/`, `/usr/bin/${name}`];
  const texts = [copyright, changelog, overrides, description, manual, ...completions.keys()];
  return { root, libFolder, files: [...programs, entry, openWith, types, ...texts, ...icons] };
}

/**
 * Makes this program setuid root: it creates the sandbox on systems without user namespaces. Works on a copy, so that
 * the linked file of the app stays unchanged.
 */
function giveSandboxRights(path: string): void {
  if (!existsSync(path)) return;
  copyFileSync(path, `${path}.own`);
  renameSync(`${path}.own`, path);
  chmodSync(path, 0o4755);
}
