import { existsSync } from 'node:fs';
import { join, parse, resolve } from 'node:path';
import { fromErrorBody } from '../../../src-shared/app-error.ts';
import { isThere } from '../../foundation/files/is-there.ts';
import { portableName } from '../../foundation/files/portable-name.ts';
import { givenPath } from '../headless/given-path.ts';
import { runUploads } from '../headless/run-uploads.ts';
import type { CommandContext } from './command.ts';

/** True for a word that names a file of this computer, and not an id of the service. */
export function isPath(word: string, folder: string): boolean {
  const isWord = /[/\\]/.test(word) && !/\s/.test(word);
  return isWord || /^(?:\.{0,2}|[a-z]:)[/\\]/i.test(word) || existsSync(resolve(folder, word));
}

/** Sends files to the library and returns their ids in the same order. @throws AppError of the first that fails. */
async function uploaded(context: CommandContext, paths: readonly string[]): Promise<string[]> {
  const options = { paths: paths.map((path) => givenPath(path)), isAgain: false };
  const files = await runUploads({ ...context, options });
  return files.map(({ fileId, error }) => {
    if (error !== null || fileId === null)
      throw error ?? fromErrorBody({ code: 'internal', message: '', details: {} });
    return fileId;
  });
}

/** Returns an id of the library: the word itself, or that of the file that it names, which is sent before. */
export async function libraryIdOf(context: CommandContext, word: string): Promise<string> {
  if (!isPath(word, context.folder)) return word;
  const [fileId = ''] = await uploaded(context, [resolve(context.folder, word)]);
  return fileId;
}

/** Returns the id of a material: a file of this computer, or one of the library. */
export async function materialIdOf({ client, app, folder }: CommandContext, word: string): Promise<string> {
  if (!isPath(word, folder)) return (await client.call('library.use', { fileId: word })).materialId;
  const fileGrant = await app.fileGrants.grantPath(resolve(folder, word));
  return (await client.call('material.add', { fileGrant })).materialId;
}

/** Names of body fields whose values are files of the library. */
const fileName = /^(?:fileId|.*FileIds?)$/;
/** The same for materials. */
const materialName = /^(?:materialId|.*MaterialIds?)$/;

/** Replaces paths in the fields of a body by ids, after sending the files. */
export async function withFiles(
  context: CommandContext,
  body: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const filled = Object.entries(body).map(async ([name, value]) => {
    const idOf = fileName.test(name) ? libraryIdOf : materialName.test(name) ? materialIdOf : null;
    if (idOf === null) return [name, value] as const;
    if (typeof value === 'string') return [name, await idOf(context, value)] as const;
    if (!Array.isArray(value)) return [name, value] as const;
    return [name, await Promise.all(value.map((one) => idOf(context, String(one))))] as const;
  });
  return Object.fromEntries(await Promise.all(filled));
}

/**
 * Saves a file of the library under its name in a folder, with a number where something has the name.
 * @returns its path.
 */
export async function saveInto(
  { saveFile, folder }: Pick<CommandContext, 'saveFile' | 'folder'>,
  { fileId, name, out }: { readonly fileId: string; readonly name: string; readonly out: string },
): Promise<string> {
  const { name: stem, ext } = parse(name);
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? '' : ` ${String(number)}`;
    const path = join(resolve(folder, out), `${portableName(stem)}${numbered}${ext}`);
    if (await isThere(path)) continue;
    await saveFile(fileId, path);
    return path;
  }
}
