import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { maxPixels } from '../../media/media-limits.ts';
import { MediaError } from '../../media-error.ts';
import type { TaskControl } from '../../task-options.ts';
import { deckLimits } from '../open-limits.ts';

const lookForCancelMs = 200;

/** Returns the folder in which the library keeps fonts, character maps or colour profiles. */
function dataFolder(name: string): string {
  const library = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));
  return `${join(library, name)}/`;
}

function pdfError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name === 'PasswordException') {
    return new MediaError('protected_document', 'The PDF is protected by a password.', { cause: error });
  }
  const isOurs = error instanceof MediaError || error.name === 'TaskCancelled';
  return isOurs
    ? error
    : new MediaError('unreadable_media', 'The PDF is damaged or cannot be read.', { cause: error });
}

/** Loads a PDF. The library reads its own data by file URL or path, fetches nothing and runs no scripts. */
async function load(path: string) {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  return getDocument({
    data: new Uint8Array(await readFile(path)),
    standardFontDataUrl: dataFolder('standard_fonts'),
    cMapUrl: dataFolder('cmaps'),
    wasmUrl: pathToFileURL(dataFolder('wasm')).href,
    iccUrl: dataFolder('iccs'),
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    maxImageSize: maxPixels,
    verbosity: 0,
  });
}

/** Rejects `stopped` on cancellation or at the deadline, because the library's promises cannot be aborted. */
function watch(control: TaskControl, deadlineMs: number): { readonly stopped: Promise<never>; end(): void } {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const start = performance.now();
  const timer = setInterval(() => {
    try {
      control.checkpoint();
    } catch (error) {
      reject(error);
    }
    if (performance.now() - start < deadlineMs) return;
    reject(new MediaError('media_too_large', 'The page takes too long to draw.'));
  }, lookForCancelMs);
  stopped.catch(() => undefined);
  return { stopped, end: () => clearInterval(timer) };
}

/**
 * Opens a PDF, runs some work on it and closes it.
 *
 * @throws MediaError `protected_document`, `unreadable_media`, `media_too_large`; TaskCancelled
 */
export async function withPdf<Result>(
  path: string,
  control: TaskControl,
  work: (pdf: PDFDocumentProxy) => Promise<Result>,
): Promise<Result> {
  const loading = await load(path);
  const watcher = watch(control, deckLimits.pageMs);
  try {
    return await Promise.race([loading.promise.then(work), watcher.stopped]);
  } catch (error) {
    throw pdfError(error);
  } finally {
    watcher.end();
    await loading.destroy().catch(() => undefined);
  }
}
