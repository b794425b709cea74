import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { AppError } from '../../../src-shared/app-error.ts';
import type { BatchRow } from '../../../src-shared/contract/material.ts';
import { wordsOfCaptions } from '../../../src-shared/script/words-of-captions.ts';
import { folderErrorOf } from '../../foundation/files/folder-errors.ts';
import type { CommandContext } from './command.ts';
import { isPath } from './files-given.ts';

/** A script of a generation, and what its row of a table sets. */
export type Script = Pick<BatchRow, 'name' | 'text' | 'language' | 'voice' | 'ratio'>;

const scriptName = /\.(?:txt|text|md|markdown|srt|vtt)$/i;
const tableName = /\.(?:csv|tsv)$/i;

/**
 * Reads each source as the window does: a file with a script, a table of scripts, a folder of both, or the text itself.
 * @param keepsMarkup true to keep the marks of Markdown.
 * @throws AppError `script_empty`, `invalid_input` for a faulty row, and as `material.readScript`.
 */
export async function readScripts(
  context: CommandContext,
  sources: readonly string[],
  keepsMarkup: boolean,
): Promise<Script[]> {
  const scripts: Script[] = [];
  for (const source of sources) {
    if (!isPath(source, context.folder) || /\n/.test(source)) {
      scripts.push({ name: '', text: source });
      continue;
    }
    for (const path of await pathsIn(resolve(context.folder, source))) {
      const read = tableName.test(path) ? readTable(context, path) : readOne(context, path, keepsMarkup);
      scripts.push(...(await read));
    }
  }
  return scripts;
}

/** Returns the scripts and tables of a folder in the order of their names, or the file itself. */
async function pathsIn(path: string): Promise<string[]> {
  const facts = await stat(path).catch(() => null);
  // A file that is not there is told of by name when it is read.
  if (!facts?.isDirectory()) return [path];
  const names = await readdir(path).catch((error: unknown) => {
    throw folderErrorOf(error, path);
  });
  const found = names.filter((name) => scriptName.test(name) || tableName.test(name)).toSorted();
  if (found.length > 0) return found.map((name) => join(path, name));
  throw new AppError('script_empty', `${path} has no scripts.`);
}

async function readOne(
  { client, app, tell }: CommandContext,
  path: string,
  keepsMarkup: boolean,
): Promise<Script[]> {
  const fileGrant = await app.fileGrants.grantPath(path);
  const { displayName, text } = await client.call('material.readScript', { fileGrant, keepsMarkup });
  const words = wordsOfCaptions(text);
  if (words !== null) tell(`${displayName} has captions: only their words are used.`);
  if ((words ?? text).trim() === '') throw new AppError('script_empty', `${path} has no words.`);
  return [{ name: basename(path).replace(/\.[^.]*$/, ''), text: words ?? text }];
}

async function readTable({ client, app }: CommandContext, path: string): Promise<Script[]> {
  const fileGrant = await app.fileGrants.grantPath(path);
  const { rows } = await client.call('material.readTable', { fileGrant });
  const faulty = rows.find(({ problem, text }) => problem !== undefined || text.trim() === '');
  if (faulty)
    throw new AppError(
      'invalid_input',
      `Row ${String(faulty.number)} of ${path} has ${faulty.problem ?? 'no text'}.`,
    );
  return rows;
}
