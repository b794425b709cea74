import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { redact } from '../../foundation/redact.ts';

/** Limit per log; of a longer one the end is taken. */
const maxLogBytes = 4 * 1024 * 1024;

/**
 * Writes a zip of the logs and the facts about the app's system, for the user to pass on. Leaves out secrets, the home
 * folder and the user's name.
 */
export async function saveDiagnostics(
  path: string,
  from: {
    readonly logFolder: string;
    readonly home: string;
    readonly facts: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const clean = (text: string): string => withoutUser(redact(text), from.home);
  const entries = [{ name: 'about.json', text: clean(JSON.stringify(from.facts, null, 2)) }];
  const names = await readdir(from.logFolder).catch(() => []);
  for (const name of names.filter((each) => each.endsWith('.log')).sort()) {
    const log = join(from.logFolder, name);
    if (!(await stat(log)).isFile()) continue;
    const content = await readFile(log);
    entries.push({ name: `logs/${name}`, text: clean(content.subarray(-maxLogBytes).toString('utf8')) });
  }
  await writeFile(path, zipOf(entries), { mode: 0o600 });
}

/** Separators of path parts, as texts, JSON and addresses write them. */
const separator = String.raw`(?:/|\\+|%2F|%5C)`;

/**
 * Replaces the home folder by `~`, then the user's name in other paths by `user`, in any spelling. Ignores letter case,
 * as Windows does.
 */
function withoutUser(text: string, home: string): string {
  const parts = home.replace(/[/\\]+$/, '').split(/[/\\]/);
  const user = parts.at(-1) ?? '';
  // A root folder alone identifies nobody.
  if (user === '') return text;
  const shown = text.replace(new RegExp(parts.map(spellingsOf).join(separator), 'giu'), '~');
  if (user.length < 2) return shown;
  // Windows shortens the name like this, for example in the path of the temporary folder.
  const short = spellingsOf(user.replaceAll(/[\s.]/g, '').slice(0, 6));
  const names = `(?:${spellingsOf(user)}|${short}~\\d)`;
  const end = String.raw`(?=${separator}|["':;,)\s]|$)`;
  return shown.replace(new RegExp(`(?<=${separator})${names}${end}`, 'gimu'), 'user');
}

/** Returns a pattern for a name as it is and percent-encoded, with composed or decomposed accents. */
function spellingsOf(name: string): string {
  const forms = new Set([name, name.normalize('NFC'), name.normalize('NFD')]);
  return `(?:${[...forms].map((form) => [...form].map(spelledCharacter).join('')).join('|')})`;
}

function spelledCharacter(character: string): string {
  const encoded = [...Buffer.from(character)]
    .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
    .join('');
  return `(?:${character.replace(/[.*+?^${}()|[\]\\/]/, String.raw`\$&`)}|${encoded})`;
}

/** Builds a zip of a few texts, stored without compression. */
function zipOf(entries: readonly { readonly name: string; readonly text: string }[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text } of entries) {
    const content = Buffer.from(text);
    const nameBytes = Buffer.from(name);
    // Version 2.0, names in UTF-8, stored, 1 January 1980.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), common, place, nameBytes);
    const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), common, nameBytes, content]);
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}
