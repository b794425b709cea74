import { getDocument, type PDFDocumentLoadingTask, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Deck } from './deck.ts';

/** Reads the pages of a PDF, which a dedicated worker draws. @throws Error if it cannot be read. */
export async function readPdf(data: Uint8Array, signal: AbortSignal): Promise<Deck> {
  const port = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' });
  const worker = PDFWorker.create({ port });
  let task: PDFDocumentLoadingTask | null = null;
  const close = (): void => {
    const end = (): void => {
      worker.destroy();
      port.terminate();
    };
    // Destroys the task first, which removes the document's fonts from the page.
    void Promise.resolve(task?.destroy()).then(end, end);
  };
  signal.addEventListener('abort', close, { once: true });
  try {
    // Draws letters as shapes, without fetching or compiling anything, which the page's policy forbids.
    task = getDocument({ data, worker, useSystemFonts: true, useWasm: false, verbosity: 0 });
    const document = await task.promise;
    const slides = Array.from({ length: document.numPages }, () => ({ title: '', notes: '' }));
    const draw = async (index: number, canvas: HTMLCanvasElement): Promise<void> => {
      const page = await document.getPage(index + 1);
      const unscaled = page.getViewport({ scale: 1 });
      const pixels = canvas.clientWidth * devicePixelRatio;
      const viewport = page.getViewport({ scale: pixels / unscaled.width });
      canvas.width = Math.round(viewport.width);
      canvas.height = Math.round(viewport.height);
      await page.render({ canvas, viewport }).promise;
      page.cleanup();
    };
    return { slides, draw, close };
  } catch (error) {
    close();
    throw error;
  }
}
