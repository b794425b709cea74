import { posix, win32 } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import { type EditorName, editorTitles } from '../../src-shared/contract/editor.ts';
import type { System } from '../platform.ts';
import { programFolders, statedVersion } from './find-on-linux.ts';
import { identify } from './find-on-mac.ts';
import type { InstalledEditor } from './installed-editor.ts';
import { knownEditors } from './known-editors.ts';

/** Extensions of applications; none on Linux, where programs have no extension. */
export const programSuffixes: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'app',
  win32: 'exe',
};

/** Returns the editors that exist for a system, in the order in which they are offered. */
export function editorsFor(platform: NodeJS.Platform): EditorName[] {
  return knownEditors
    .filter(({ bundleId, windows, linux }) =>
      platform === 'darwin' ? bundleId : platform === 'win32' ? windows : linux,
    )
    .map(({ editor }) => editor);
}

/**
 * Identifies the editor at a path the user chose, without running it.
 * @throws AppError `program_unusable`, with `reason` `not_executable`, `other_program` or `no_command` if it is known.
 */
export async function identifyChosen(
  editor: EditorName,
  path: string,
  system: System,
): Promise<InstalledEditor> {
  const { platform } = system;
  const paths = platform === 'win32' ? win32 : posix;
  const suffix = programSuffixes[platform];
  const isProgramName = suffix === undefined || path.toLowerCase().endsWith(`.${suffix}`);
  if (!paths.isAbsolute(path) || path.includes('\0') || !isProgramName) throw unusable(editor, path);
  if (platform !== 'darwin' && platform !== 'win32') return identifyOnLinux(editor, path, system);
  if (platform === 'darwin') {
    const found = await identify(path, system);
    if (found?.editor === editor) return found;
    throw unusable(editor, path, 'other_program');
  }
  if (!(await system.isProgram(path))) throw unusable(editor, path);
  requireNoOther(editor, path, [win32.basename(path)]);
  return { editor, version: null, program: path, programArguments: [], source: 'system' };
}

async function identifyOnLinux(editor: EditorName, path: string, system: System): Promise<InstalledEditor> {
  const known = knownEditors.find((each) => each.editor === editor)?.linux;
  if (!known) throw unusable(editor, path);
  const isEntry = path.endsWith('.desktop');
  const [program = '', ...programArguments] = isEntry ? await commandOf(editor, path, system) : [path];
  requireNoOther(
    editor,
    path,
    [path, program, ...programArguments].flatMap((word) => [word, posix.basename(word, '.desktop')]),
  );
  if (!isEntry) await requireProgram(editor, path, system);
  const ofImage = known.appImage?.exec(posix.basename(path))?.[1] ?? null;
  const version = ofImage ?? (await versionAt(path, known.appId, system));
  const isFlatpak = isEntry && posix.basename(program) === 'flatpak';
  const source = ofImage !== null ? 'appimage' : isFlatpak ? 'flatpak' : 'system';
  return { editor, version, program, programArguments, source };
}

async function requireProgram(editor: EditorName, path: string, system: System): Promise<void> {
  if (await system.isProgram(path)) return;
  const isThere = (await system.listFolder(posix.dirname(path))).includes(posix.basename(path));
  throw unusable(editor, path, isThere ? 'not_executable' : undefined);
}

/** Returns the version stated beside a desktop entry, in the entry's Flatpak, or beside a program. */
async function versionAt(path: string, appId: string, system: System): Promise<string | null> {
  const inFlatpak = posix.join(path, '../../../../app', appId, 'current/active/files/share');
  const shares = path.endsWith('.desktop') ? [inFlatpak, posix.join(path, '../..')] : [];
  for (const share of [...shares, posix.join(path, '../../share')]) {
    const version = await statedVersion(share, appId, system);
    if (version !== null) return version;
  }
  return null;
}

/** Returns the program of a desktop entry, found on `PATH`, and its arguments. */
async function commandOf(editor: EditorName, path: string, system: System): Promise<string[]> {
  const [name = '', ...programArguments] = wordsOfEntry((await system.readText(path)) ?? '');
  const isName = name !== '' && !name.startsWith('-');
  const places = posix.isAbsolute(name)
    ? [name]
    : programFolders(system).map((folder) => posix.join(folder, name));
  for (const place of isName ? places : [])
    if (await system.isProgram(place)) return [place, ...programArguments];
  throw unusable(editor, path, 'no_command');
}

const escapes: Readonly<Record<string, string>> = { s: ' ', n: '\n', t: '\t', r: '\r', '\\': '\\' };

/**
 * Returns the words of a desktop entry's command without the placeholders for files; the document goes last.
 * @see https://specifications.freedesktop.org/desktop-entry-spec/latest/exec-variables.html
 */
function wordsOfEntry(text: string): string[] {
  const group = /^\[Desktop Entry\][^\n]*\n((?:(?!\[).*(?:\n|$))*)/m.exec(text)?.[1] ?? '';
  const value = /^Exec[ \t]*=[ \t]*(.*)$/m.exec(group)?.[1] ?? '';
  const command = value.replaceAll(/\\([sntr\\])/g, (_, key: string) => escapes[key] ?? key);
  return [...command.matchAll(/"((?:[^"\\]|\\.)*)"|[^\s"]+/g)]
    .map(([word, quoted]) => quoted?.replaceAll(/\\(.)/g, '$1') ?? word)
    .filter((word) => !/^(?:%[a-z]|@@u?|--file-forwarding)$/i.test(word))
    .map((word) => word.replaceAll('%%', '%'));
}

/** @throws AppError `program_unusable` if one of the names belongs to another editor. */
function requireNoOther(editor: EditorName, path: string, names: readonly string[]): void {
  const others = knownEditors.filter((each) => each.editor !== editor);
  const isOther = others.some(({ windows, linux }) =>
    names.some((name) => {
      if (windows?.program.toLowerCase() === name.toLowerCase()) return true;
      return linux && (linux.programs.includes(name) || linux.appId === name || linux.appImage?.test(name));
    }),
  );
  if (isOther) throw unusable(editor, path, 'other_program');
}

function unusable(
  editor: EditorName,
  path: string,
  reason?: 'not_executable' | 'other_program' | 'no_command',
): AppError {
  const title = editorTitles[editor];
  return new AppError('program_unusable', `${path} cannot be used as ${title}.`, {
    details: { path, editor: title, ...(reason !== undefined && { reason }) },
  });
}
