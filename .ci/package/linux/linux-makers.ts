import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sizeOf } from '../files.ts';
import { type Maker, type MakerInput, lacksProgram } from '../maker.ts';
import { packageName } from '../package-facts.ts';
import { type InstalledTree, layTree } from './installed-tree.ts';
import { debianControl, rpmSpec } from './package-texts.ts';
import { layVersion, packTarZst } from './versioned-tree.ts';

const run = (program: string, args: readonly string[]): void => {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
};

/** Created when the first maker needs it. */
const trees = new Map<string, Promise<InstalledTree>>();
function treeOf({ workFolder, appFolder, facts }: MakerInput): Promise<InstalledTree> {
  const tree = trees.get(workFolder) ?? layTree(join(workFolder, 'tree'), appFolder, facts);
  trees.set(workFolder, tree);
  return tree;
}

const deb: Maker = {
  format: 'deb',
  lacks: () => lacksProgram('dpkg-deb'),
  make: async (input, path) => {
    const { root } = await treeOf(input);
    const control = join(root, 'DEBIAN');
    mkdirSync(control, { mode: 0o755 });
    writeFileSync(join(control, 'control'), debianControl(input.facts, sizeOf(root)), { mode: 0o644 });
    run('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', root, path]);
    renameSync(control, join(input.workFolder, 'DEBIAN'));
  },
};

const rpm: Maker = {
  format: 'rpm',
  lacks: () => lacksProgram('rpmbuild'),
  make: async (input, path) => {
    const { root, files } = await treeOf(input);
    const top = join(input.workFolder, 'rpm');
    mkdirSync(top);
    writeFileSync(join(top, 'app.spec'), rpmSpec(input.facts, root, files));
    run('rpmbuild', ['-bb', '--quiet', '--define', `_topdir ${top}`, join(top, 'app.spec')]);
    const [made] = readdirSync(join(top, 'RPMS'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.rpm'),
    );
    if (made === undefined) throw new Error('rpmbuild has made nothing.');
    renameSync(join(top, 'RPMS', made), path);
  },
};

/**
 * An archive to unpack anywhere, without administrator rights; the sandbox needs user namespaces there. Its layout has
 * room for further versions, as described at the app's `VersionedFolder`.
 */
const tarZst: Maker = {
  format: 'tar.zst',
  lacks: () => lacksProgram('tar') ?? lacksProgram('zstd'),
  make: async ({ appFolder, workFolder, facts }, path) => {
    const { programName, version } = facts;
    const folder = join(workFolder, 'versioned', `${packageName(facts)}-${version}`);
    layVersion(folder, appFolder, programName, version);
    packTarZst(folder, path);
  },
};

/** Uses a given runtime that mounts the file system appended to it; downloads nothing. */
const appImage: Maker = {
  format: 'AppImage',
  lacks: ({ appImageRuntime }) => {
    if (appImageRuntime === null) return 'no runtime was given by --appimage-runtime';
    if (!existsSync(appImageRuntime)) return `there is no ${appImageRuntime}`;
    return lacksProgram('mksquashfs', ['-version']);
  },
  make: async (input, path) => {
    const { facts, appImageRuntime, workFolder } = input;
    const { root, libFolder } = await treeOf(input);
    const name = facts.programName;
    const folder = join(workFolder, 'AppDir');
    mkdirSync(folder);
    run('cp', ['--archive', '--link', join(root, 'usr'), folder]);
    symlinkSync(join(libFolder, 'resources', 'bin', name).slice(1), join(folder, 'AppRun'));
    copyFileSync(join(root, 'usr/share/applications', `${name}.desktop`), join(folder, `${name}.desktop`));
    copyFileSync(
      join(root, 'usr/share/icons/hicolor/256x256/apps', `${name}.png`),
      join(folder, `${name}.png`),
    );
    const image = join(workFolder, 'AppDir.squashfs');
    run('mksquashfs', [folder, image, '-root-owned', '-noappend', '-quiet', '-no-progress', '-comp', 'zstd']);
    copyFileSync(appImageRuntime ?? '', path);
    await pipeline(createReadStream(image), createWriteStream(path, { flags: 'a' }));
    chmodSync(path, 0o755);
  },
};

export const linuxMakers: readonly Maker[] = [deb, rpm, tarZst, appImage];
