import { posix } from 'node:path';
import type { System } from '../platform.ts';
import { compareVersions, type InstalledEditor } from './installed-editor.ts';
import { type KnownEditor, knownEditors } from './known-editors.ts';

type LinuxEditor = KnownEditor & { readonly linux: NonNullable<KnownEditor['linux']> };
type Installation = Pick<InstalledEditor, 'version' | 'program' | 'programArguments' | 'source'>;

const flatpakFolders = ['/var/lib/flatpak/exports/share', '~/.local/share/flatpak/exports/share'];
const appImageFolders = ['~/Applications', '~/AppImages', '~/.local/bin', '~/Downloads', '/opt'];

/**
 * Finds editors on `PATH` or at their usual place, as Flatpak, Snap or AppImage. Runs none of them for its version.
 * @see https://specifications.freedesktop.org/basedir-spec/latest/
 * @see https://www.freedesktop.org/software/appstream/docs/
 */
export async function findOnLinux(system: System): Promise<InstalledEditor[]> {
  const editors = knownEditors.filter((editor): editor is LinuxEditor => editor.linux !== null);
  const found = await Promise.all(
    editors.map(async (editor) => {
      const installations = await Promise.all([
        findProgram(editor, system),
        findFlatpak(editor, system),
        findSnap(editor, system),
        findAppImages(editor, system),
      ]);
      return installations.flat().map((each) => ({ editor: editor.editor, ...each }));
    }),
  );
  return found.flat();
}

async function findProgram({ linux }: LinuxEditor, system: System): Promise<Installation[]> {
  const absolute = programFolders(system).filter((folder) => !isSnapFolder(folder));
  for (const name of linux.programs) {
    const paths = posix.isAbsolute(name) ? [name] : absolute.map((folder) => posix.join(folder, name));
    for (const program of paths) {
      if (!(await system.isProgram(program))) continue;
      const version = await statedVersion(posix.join(program, '..', '..', 'share'), linux.appId, system);
      return [{ version, program, programArguments: [], source: 'system' }];
    }
  }
  return [];
}

/** Returns the absolute folders of `PATH`. */
export function programFolders({ environment }: System): string[] {
  const folders = (environment['PATH'] ?? '/usr/local/bin:/usr/bin:/bin').split(':');
  return folders.filter((folder) => posix.isAbsolute(folder));
}

function isSnapFolder(folder: string): boolean {
  return posix.normalize(folder).startsWith('/snap/');
}

/**
 * Finds a Flatpak. Its command leaves out the desktop entry's `--file-forwarding`, which would show the editor only the
 * document and not the media beside it.
 */
async function findFlatpak({ linux }: LinuxEditor, system: System): Promise<Installation[]> {
  for (const folder of flatpakFolders.map((path) => inHome(path, system))) {
    const names = await system.listFolder(posix.join(folder, 'applications'));
    if (!names.includes(`${linux.appId}.desktop`)) continue;
    const installed = posix.join(folder, '..', '..', 'app', linux.appId, 'current/active/files/share');
    return [
      {
        version: await statedVersion(installed, linux.appId, system),
        program: 'flatpak',
        programArguments: ['run', linux.appId],
        source: 'flatpak',
      },
    ];
  }
  return [];
}

async function findSnap({ linux }: LinuxEditor, system: System): Promise<Installation[]> {
  if (linux.snap === null) return [];
  const about = await system.readText(`/snap/${linux.snap}/current/meta/snap.yaml`);
  if (about === null) return [];
  const version = /^version:\s*["']?([^"'\s]+)/m.exec(about)?.[1] ?? null;
  return [{ version, program: `/snap/bin/${linux.snap}`, programArguments: [], source: 'snap' }];
}

/** Returns the AppImage of the highest version in all folders. */
async function findAppImages({ linux }: LinuxEditor, system: System): Promise<Installation[]> {
  const { appImage } = linux;
  if (appImage === null) return [];
  const found: Installation[] = [];
  for (const folder of appImageFolders.map((path) => inHome(path, system))) {
    for (const name of await system.listFolder(folder)) {
      const version = appImage.exec(name)?.[1];
      const program = posix.join(folder, name);
      if (version === undefined || !(await system.isProgram(program))) continue;
      found.push({ version, program, programArguments: [], source: 'appimage' });
    }
  }
  const newest = found.sort((a, b) => compareVersions(b.version ?? '', a.version ?? ''))[0];
  return newest ? [newest] : [];
}

/** Returns the newest release in the metadata installed beside a program. */
export async function statedVersion(share: string, appId: string, system: System): Promise<string | null> {
  for (const name of [`${appId}.appdata.xml`, `${appId}.metainfo.xml`]) {
    const text = await system.readText(posix.join(share, 'metainfo', name));
    const versions = [...(text ?? '').matchAll(/<release\b[^>]*?\bversion="([^"]+)"/g)].map(
      ([, version = '']) => version,
    );
    const newest = versions.sort(compareVersions).at(-1);
    if (newest !== undefined) return newest;
  }
  return null;
}

function inHome(path: string, { home }: System): string {
  return path.startsWith('~/') ? posix.join(home, path.slice(2)) : path;
}
