import { win32 } from 'node:path';
import { variableOf } from '../foundation/environment.ts';
import type { System } from '../platform.ts';
import type { InstalledEditor } from './installed-editor.ts';
import { type KnownEditor, knownEditors } from './known-editors.ts';

type WindowsEditor = KnownEditor & { readonly windows: NonNullable<KnownEditor['windows']> };

const uninstall = 'Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall';
/** Uninstall entries of the computer, in both of its registry views, and of the user. */
const queries = [
  ['query', `HKLM\\${uninstall}`, '/s', '/reg:64'],
  ['query', `HKLM\\${uninstall}`, '/s', '/reg:32'],
  ['query', `HKCU\\${uninstall}`, '/s'],
] as const;

/** Finds editors by their uninstall entries, and in the folders that their installers propose. */
export async function findOnWindows(system: System): Promise<InstalledEditor[]> {
  const program = win32.join(
    variableOf(system.environment, 'SystemRoot') ?? 'C:\\Windows',
    'System32',
    'reg.exe',
  );
  const printed = await Promise.all(queries.map((query) => system.run(program, query)));
  const entries = printed.flatMap((text) => readEntries(text ?? ''));
  const editors = knownEditors.filter((editor): editor is WindowsEditor => editor.windows !== null);
  const found = await Promise.all(editors.map((editor) => findEditor(editor, entries, system)));
  return found.flat();
}

type Entry = ReadonlyMap<string, string>;

/** Parses the values below each key in the output of `reg query /s`. */
function readEntries(printed: string): Entry[] {
  const blocks = printed.split(/\r?\n(?=HKEY_)/);
  return blocks.map((block) => {
    const values = block.matchAll(/^ {4}(\S[^\r\n]*?) {4}REG_\w+ {4}([^\r\n]*?)\s*$/gm);
    return new Map([...values].map(([, name = '', value = '']) => [name, value]));
  });
}

async function findEditor(
  { editor, windows }: WindowsEditor,
  entries: readonly Entry[],
  system: System,
): Promise<InstalledEditor[]> {
  const found = new Map<string, InstalledEditor>();
  const add = async (folder: string, version: string | null): Promise<void> => {
    const program = win32.join(folder, windows.program);
    const key = program.toLowerCase();
    if (found.has(key) || !(await system.isProgram(program))) return;
    found.set(key, { editor, version, program, programArguments: [], source: 'system' });
  };
  for (const entry of entries) {
    if (!windows.displayName.test(entry.get('DisplayName') ?? '')) continue;
    const folder = installationFolder(entry);
    if (folder !== null) await add(folder, entry.get('DisplayVersion') ?? null);
  }
  for (const folder of await usualFolders(windows.folder, system)) await add(folder, null);
  return [...found.values()];
}

/** Returns an entry's folder. Some installers name only their icon, which is the program or lies beside it. */
function installationFolder(entry: Entry): string | null {
  const location = unquoted(entry.get('InstallLocation') ?? '');
  if (location !== '') return location;
  const icon = unquoted((entry.get('DisplayIcon') ?? '').replace(/,-?\d+$/, ''));
  return icon === '' ? null : win32.dirname(icon);
}

function unquoted(text: string): string {
  return text.trim().replace(/^"(.*)"$/, '$1');
}

async function usualFolders(folder: string, system: System): Promise<string[]> {
  const roots = ['ProgramW6432', 'ProgramFiles'].map((name) => variableOf(system.environment, name));
  const folders: string[] = [];
  for (const root of new Set(roots.filter((each) => each !== undefined))) {
    const path = win32.join(root, folder);
    if (!folder.endsWith('*')) folders.push(path);
    else {
      const parent = win32.dirname(path);
      const start = win32.basename(path).slice(0, -1).toLowerCase();
      const names = (await system.listFolder(parent)).filter((each) => each.toLowerCase().startsWith(start));
      folders.push(...names.map((each) => win32.join(parent, each)));
    }
  }
  return folders;
}
