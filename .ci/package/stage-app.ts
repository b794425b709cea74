import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyNativePackages } from './commands/stage-commands.ts';
import { type PackageFacts, readMainPackages, readManifest } from './package-facts.ts';

/**
 * Creates the content of the app's archive: the build, two resources, the packages outside the build, and a
 * `package.json` with the facts needed at run time.
 * @param built folder with `main`, `preload`, `renderer` and `editors`.
 * @param serviceFile the distributor's settings.
 */
export function stageApp(folder: string, built: string, facts: PackageFacts, serviceFile: string): void {
  for (const part of ['main', 'preload', 'renderer', 'editors']) {
    // A build for tests has no part for editors.
    if (part === 'editors' && !existsSync(join(built, part))) continue;
    cpSync(join(built, part), join(folder, 'out', part), { recursive: true });
  }
  mkdirSync(join(folder, 'resources'));
  cpSync(join('resources', 'icon.png'), join(folder, 'resources', 'icon.png'));
  cpSync(serviceFile, join(folder, 'resources', 'service.json'));
  const { main, license } = readManifest();
  const { outside: dependencies } = readMainPackages();
  copyNativePackages(folder);
  const manifest = {
    name: facts.programName,
    productName: facts.productName,
    version: facts.version,
    description: facts.description,
    license,
    private: true,
    type: 'module',
    main,
    // Linux desktops find the window's icon under this name.
    desktopName: `${facts.programName}.desktop`,
    dependencies,
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
