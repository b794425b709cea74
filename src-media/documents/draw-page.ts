import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { MediaError } from '../media-error.ts';
import type { TaskControl } from '../task-options.ts';
import { deckKindOf } from './deck-kind.ts';
import { fitInside, type Size } from './fit-inside.ts';
import { withPdf } from './pdf/with-pdf.ts';
import { drawSlide } from './slides/draw-slide.ts';

type RenderParameters = Parameters<PDFPageProxy['render']>[0];

/** Draws a page of a deck as large as fits a frame. @throws MediaError */
export async function drawPage(
  path: string,
  pageIndex: number,
  frame: Size,
  control: TaskControl,
): Promise<Canvas> {
  const draw = (await deckKindOf(path)) === 'pdf' ? drawPdfPage : drawSlide;
  return draw(path, pageIndex, frame, control);
}

/** Draws a page of a PDF as large as fits a frame. @throws MediaError */
function drawPdfPage(path: string, pageIndex: number, frame: Size, control: TaskControl): Promise<Canvas> {
  return withPdf(path, control, async (pdf) => {
    if (pageIndex >= pdf.numPages) throw new MediaError('unreadable_media', 'There is no such page.');
    const page = await pdf.getPage(pageIndex + 1);
    const plain = page.getViewport({ scale: 1 });
    const size = fitInside(plain, frame);
    const viewport = page.getViewport({ scale: size.width / plain.width });
    const canvas = createCanvas(size.width, size.height);
    const context = canvas.getContext('2d');
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, size.width, size.height);
    // The library's types accept only the browser's canvas; this one has the same methods.
    const parameters = { canvas: null, canvasContext: context, viewport } as unknown as RenderParameters;
    await page.render(parameters).promise;
    return canvas;
  });
}
