import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldersOf } from '../lock-file.ts';
import { copyPackage } from './copy-package.ts';
import { type PackageFacts, readManifest } from './package-facts.ts';

/** What the built app reads beside its code, from `resources`. */
const resources = ['icon.png', 'service.json'];

/**
 * Lays out the app as its archive holds it: the build, two resources, the packages the main process asks for, and a
 * `package.json` of what runs.
 * @param built folder with `main`, `preload` and `renderer`.
 */
export function stageApp(folder: string, built: string, facts: PackageFacts): void {
  for (const part of ['main', 'preload', 'renderer'])
    cpSync(join(built, part), join(folder, 'out', part), { recursive: true });
  mkdirSync(join(folder, 'resources'));
  for (const name of resources) cpSync(join('resources', name), join(folder, 'resources', name));
  const { main, license, dependencies } = readManifest();
  for (const path of foldersOf(Object.keys(dependencies))) {
    if (existsSync(path)) copyPackage(path, join(folder, path));
  }
  const manifest = {
    name: facts.programName,
    productName: facts.productName,
    version: facts.version,
    description: facts.description,
    license,
    private: true,
    type: 'module',
    main,
    // Under this name Linux desktops find the window's icon.
    desktopName: `${facts.programName}.desktop`,
    dependencies,
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
