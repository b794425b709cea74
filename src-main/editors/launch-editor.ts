import { spawn } from 'node:child_process';
import { posix, win32 } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import { type EditorName, editorTitles } from '../../src-shared/contract/editor.ts';
import type { Clock } from '../platform.ts';
import type { InstalledEditor } from './installed-editor.ts';

/** Editors that take a document from whoever starts them. The others import it by their own menu. */
const takesDocument: ReadonlySet<EditorName> = new Set(['FINAL_CUT', 'KDENLIVE', 'SHOTCUT']);
/** A program that ends sooner with a failure has not opened anything. */
const startMs = 2_000;
/** What belongs to this app's own runtime and would change another program's. */
const ownVariable = /^(?:ELECTRON_|NODE_|npm_|INIT_CWD$|APPDIR$|APPIMAGE$)/i;

/** A program and its arguments, never for a shell. */
export type LaunchCommand = readonly [program: string, args: readonly string[]];

/**
 * What starts an editor with a document; null for one that takes none.
 * @throws AppError `invalid_input` for a path that is not absolute, so that none can be read as an option.
 */
export function launchCommand(
  installed: InstalledEditor,
  documentPath: string,
  platform: NodeJS.Platform,
): LaunchCommand | null {
  const paths = platform === 'win32' ? win32 : posix;
  if (!paths.isAbsolute(documentPath) || documentPath.includes('\0')) {
    throw new AppError('invalid_input', 'An editor is given absolute paths only.');
  }
  if (!takesDocument.has(installed.editor)) return null;
  const { program, programArguments } = installed;
  if (platform === 'darwin') return ['/usr/bin/open', ['-a', program, documentPath]];
  return [program, [...programArguments, documentPath]];
}

/**
 * Starts an editor; it goes on when this app ends.
 * @throws AppError `editor_not_started` when the system cannot run it, or it ends at once with a failure.
 */
export function launchEditor(
  editor: EditorName,
  [program, args]: LaunchCommand,
  clock: Clock,
): Promise<void> {
  const title = editorTitles[editor];
  const environment = Object.entries(process.env).filter(([key]) => !ownVariable.test(key));
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      detached: true,
      stdio: 'ignore',
      env: Object.fromEntries(environment),
    });
    const fail = (reason: string, cause?: unknown): void => {
      cancelTimer();
      reject(
        new AppError('editor_not_started', `${title} could not be started: ${reason}.`, {
          details: { editor: title, program, reason },
          cause,
        }),
      );
    };
    const cancelTimer = clock.schedule(startMs, () => {
      child.unref();
      resolve();
    });
    child.once('error', (error) => {
      fail('code' in error ? String(error.code) : error.message, error);
    });
    child.once('exit', (code, signal) => {
      if (code === 0) {
        cancelTimer();
        resolve();
      } else fail(signal ?? `it ended with ${String(code)}`);
    });
  });
}
