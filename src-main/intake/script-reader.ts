import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import { type BatchColumn, type BatchRow, maxScriptLength } from '../../src-shared/contract/material.ts';
import { wordsOfCaptions } from '../../src-shared/script/words-of-captions.ts';
import { unreadable } from '../foundation/files/unreadable.ts';
import { decodeText } from './decode-text.ts';
import type { FileGrants } from './file-grants.ts';
import { readErrorOf } from './inspect-file.ts';
import { narrationOfMarkdown } from './narration-of-markdown.ts';
import { readAtMost } from './read-at-most.ts';
import { readTable } from './read-table.ts';

/** Size that the longest script never exceeds, whatever its encoding and markup. */
const maxScriptBytes = 4 * 1024 * 1024;
const markdownExtensions = new Set(['.md', '.markdown', '.mdown', '.mkd']);

/** A granted script is a regular file. Reading it never waits, so nothing needs to stop it. */
const neverStopped = new AbortController().signal;

export interface ScriptReaderDeps {
  readonly grants: FileGrants;
  /** As of `Platform`. */
  readonly languages: readonly string[];
}

/** How a script is read. */
interface Reading {
  /** Markup of Markdown is kept. */
  readonly keepsMarkup?: boolean;
  /** As of `decodeText`; none by default. */
  readonly languages?: readonly string[];
}

/** Reads scripts as they will be spoken. */
export class ScriptReader {
  readonly #deps: ScriptReaderDeps;

  constructor(deps: ScriptReaderDeps) {
    this.#deps = deps;
  }

  /** @throws AppError `file_unreadable`, `file_type_unsupported`, `script_too_long`, `script_empty`. */
  async read(grantId: string, keepsMarkup = false): Promise<{ displayName: string; text: string }> {
    const { grants, languages } = this.#deps;
    const { path, displayName } = await grants.open(grantId);
    const text = await readScript(path, displayName, neverStopped, { keepsMarkup, languages });
    return { displayName, text };
  }

  /** Reads the scripts of a table, such as CSV. @throws AppError as `read`. */
  async readTable(
    grantId: string,
  ): Promise<{ displayName: string; columns: BatchColumn[]; rows: BatchRow[] }> {
    const { grants, languages } = this.#deps;
    const { path, displayName } = await grants.open(grantId);
    const tooLarge = (): AppError => unreadable(displayName, 'too_large');
    const text = await readText(path, displayName, neverStopped, languages, tooLarge);
    const { columns, rows } = readTable(text);
    if (rows.length === 0) throw new AppError('script_empty', `${displayName} has no rows.`);
    return { displayName, columns, rows };
  }
}

/**
 * Reads the spoken text of the script at a path, also from a pipe. Captions are read as they are, only their
 * words count for the length. @throws AppError as `ScriptReader.read`, and `cancelled`.
 */
export async function readScript(
  path: string,
  displayName: string,
  signal: AbortSignal,
  { keepsMarkup = false, languages = [] }: Reading = {},
): Promise<string> {
  const text = await readText(path, displayName, signal, languages);
  const mayBeMarkdown = !keepsMarkup && markdownExtensions.has(extname(displayName).toLowerCase());
  const words = wordsOfCaptions(text);
  const isMarkdown = mayBeMarkdown && words === null;
  const script = (isMarkdown ? narrationOfMarkdown(text) : text).trim();
  if (script === '') throw new AppError('script_empty', `${displayName} has no words.`);
  const { length } = words ?? script;
  if (length > maxScriptLength) throw tooLong(length);
  return script;
}

async function readText(
  path: string,
  displayName: string,
  signal: AbortSignal,
  languages: readonly string[],
  errorOfSize = tooLong,
): Promise<string> {
  try {
    const facts = await stat(path);
    if (facts.isDirectory()) throw unreadable(displayName, 'not_a_file');
    if (facts.size > maxScriptBytes) throw errorOfSize(facts.size);
    const bytes = await readAtMost(path, maxScriptBytes + 1, signal);
    if (bytes.length > maxScriptBytes) throw errorOfSize(bytes.length);
    return decodeText(bytes, displayName, languages);
  } catch (error) {
    throw readErrorOf(error, displayName);
  }
}

function tooLong(length: number): AppError {
  return new AppError('script_too_long', `The script has ${String(length)} characters.`, {
    details: { length, limit: maxScriptLength },
  });
}
