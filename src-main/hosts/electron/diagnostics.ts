import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { redact } from '../../foundation/redact.ts';

/** Of one log; the end of a longer one is taken. */
const maxLogBytes = 4 * 1024 * 1024;

/**
 * Writes a zip of the logs and what the app runs on, to be passed on: without secrets, and without the home folder and
 * the name of the user.
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

/** The home folder as text, JSON and addresses write it, then the user's name in other paths. */
function withoutUser(text: string, home: string): string {
  const forms = new Set([
    home,
    JSON.stringify(home).slice(1, -1),
    home.replaceAll('\\', '/'),
    encodeURI(home),
  ]);
  const shown = [...forms].reduce((each, form) => (form === '/' ? each : each.replaceAll(form, '~')), text);
  const user = basename(home).replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return user.length < 2
    ? shown
    : shown.replace(new RegExp(String.raw`(?<=[/\\])${user}(?=[/\\"]|$)`, 'gm'), 'user');
}

/** A zip of a few texts, stored as they are. */
function zipOf(entries: readonly { readonly name: string; readonly text: string }[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text } of entries) {
    const [content, nameBytes] = [Buffer.from(text), Buffer.from(name)];
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
