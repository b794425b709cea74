import { posix } from 'node:path';
import type { System } from '../platform.ts';
import { compareVersions, type InstalledEditor } from './installed-editor.ts';
import { knownEditors } from './known-editors.ts';

/** Spotlight query for the makers' parts of bundle identifiers; the whole identifier names the product. */
const query = ['com.apple.FinalCut*', 'com.adobe.PremierePro*', 'com.blackmagic-design.DaVinciResolve*']
  .concat([
    'org.kde.*denlive',
    'org.shotcut.*',
    'com.meltytech.*',
    'org.openshot.*',
    'com.avid.mediacomposer*',
  ])
  .map((pattern) => `kMDItemCFBundleIdentifier == '${pattern}'c`)
  .join(' || ');
/** Matches bundles whose identifier is worth reading, because application folders hold hundreds of bundles. */
const bundleName = /final cut|premiere|resolve|kdenlive|shotcut|openshot|media ?composer/i;

/**
 * Finds editors that Spotlight knows, and those in the application folders and one level of subfolders: Adobe and
 * Blackmagic use folders of their own. Leaves out copies on disk images and in backups.
 */
export async function findOnMac(system: System): Promise<InstalledEditor[]> {
  const roots = ['/Applications', posix.join(system.home, 'Applications')];
  const indexed = ((await system.run('/usr/bin/mdfind', [query])) ?? '').split('\n');
  const installed = indexed.filter((path) => roots.some((root) => path.startsWith(`${root}/`)));
  const bundles = new Set(installed);
  for (const root of roots) for (const bundle of await bundlesIn(root, system)) bundles.add(bundle);
  const found = await Promise.all([...bundles].map((bundle) => identify(bundle, system)));
  const order = knownEditors.map(({ editor }) => editor);
  return found
    .filter((editor) => editor !== null)
    .sort((a, b) => order.indexOf(a.editor) - order.indexOf(b.editor) || newestFirst(a, b));
}

function newestFirst(a: InstalledEditor, b: InstalledEditor): number {
  return compareVersions(b.version ?? '', a.version ?? '');
}

async function bundlesIn(root: string, system: System): Promise<string[]> {
  const bundles: string[] = [];
  for (const name of (await system.listFolder(root)).filter((each) => bundleName.test(each))) {
    const path = posix.join(root, name);
    if (name.endsWith('.app')) bundles.push(path);
    else {
      const inner = (await system.listFolder(path)).filter((each) => bundleName.test(each));
      bundles.push(...inner.filter((each) => each.endsWith('.app')).map((each) => posix.join(path, each)));
    }
  }
  return bundles;
}

/** Returns null for an application that is no editor. */
export async function identify(bundle: string, system: System): Promise<InstalledEditor | null> {
  const id = await readInfo(bundle, 'CFBundleIdentifier', system);
  const known = id === null ? undefined : knownEditors.find(({ bundleId }) => bundleId?.test(id));
  if (!known) return null;
  const version = await readInfo(bundle, 'CFBundleShortVersionString', system);
  return { editor: known.editor, version, program: bundle, programArguments: [], source: 'system' };
}

/** `plutil` reads the binary and the XML form of a property list. */
async function readInfo(bundle: string, key: string, system: System): Promise<string | null> {
  const list = posix.join(bundle, 'Contents', 'Info.plist');
  const printed = await system.run('/usr/bin/plutil', ['-extract', key, 'raw', '-o', '-', '--', list]);
  const value = printed?.trim() ?? '';
  return value === '' ? null : value;
}
