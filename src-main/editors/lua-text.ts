import { win32 } from 'node:path';
import { variableOf } from '../foundation/environment.ts';
import type { System } from '../platform.ts';

/** What a Lua table is written from; null is left out. */
export type LuaValue =
  string | number | boolean | null | readonly LuaValue[] | { readonly [key: string]: LuaValue };

/** A string of Lua 5.1, in ASCII: all other bytes of its UTF-8 are numbers. */
export function luaString(text: string): string {
  const bytes = [...Buffer.from(text, 'utf8')];
  const written = bytes.map((byte) => {
    const isPlain = byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c;
    return isPlain ? String.fromCharCode(byte) : `\\${String(byte).padStart(3, '0')}`;
  });
  return `"${written.join('')}"`;
}

/** A value of Lua 5.1. @throws RangeError for a number that is not finite. */
export function luaValue(value: LuaValue): string {
  if (value === null) return 'nil';
  if (typeof value === 'string') return luaString(value);
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('Lua has no such number.');
  if (typeof value !== 'object') return String(value);
  const fields = Array.isArray(value)
    ? value.map((each: LuaValue) => luaValue(each))
    : Object.entries(value).map(([key, each]) => `[${luaString(key)}] = ${luaValue(each)}`);
  return `{ ${fields.join(', ')} }`;
}

/** Folders whose name on Windows may hold letters that its C library takes in the system's code page alone. */
const windowsFolders = ['LOCALAPPDATA', 'APPDATA', 'USERPROFILE'];

/**
 * An expression for a path that Lua opens. On Windows it begins with the variable of a folder of the user's where it
 * can, which Lua reads in the encoding it opens files with.
 */
export function luaPath(path: string, { platform, environment }: System): string {
  if (platform !== 'win32') return luaString(path);
  for (const name of windowsFolders) {
    const folder = variableOf(environment, name);
    if (folder === undefined || !path.startsWith(win32.join(folder, '\\'))) continue;
    return `os.getenv(${luaString(name)}) .. ${luaString(path.slice(folder.replace(/\\$/, '').length))}`;
  }
  return luaString(path);
}
