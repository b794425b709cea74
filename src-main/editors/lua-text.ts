import { win32 } from 'node:path';
import { variableOf } from '../foundation/environment.ts';
import type { System } from '../platform.ts';

/** A value that is written as Lua; null becomes `nil`. */
export type LuaValue =
  string | number | boolean | null | readonly LuaValue[] | { readonly [key: string]: LuaValue };

/** Writes a string of Lua 5.1 in ASCII; all other bytes of its UTF-8 become numeric escapes. */
export function luaString(text: string): string {
  const bytes = [...Buffer.from(text, 'utf8')];
  const written = bytes.map((byte) => {
    const isPlain = byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c;
    return isPlain ? String.fromCharCode(byte) : `\\${String(byte).padStart(3, '0')}`;
  });
  return `"${written.join('')}"`;
}

/** Writes a value of Lua 5.1. @throws RangeError for a number that is not finite. */
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

/** Folders whose names on Windows may hold letters that its C library takes only in the system's code page. */
const windowsFolders = ['LOCALAPPDATA', 'APPDATA', 'USERPROFILE'];

/**
 * Returns an expression for a path that Lua opens. On Windows it begins with the variable of a user folder where
 * possible, because Lua reads the variable in the encoding in which it opens files.
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
