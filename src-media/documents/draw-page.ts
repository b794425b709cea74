import type { Canvas } from '@napi-rs/canvas';
import type { TaskControl } from '../worker/task-control.ts';
import { deckKindOf } from './deck-kind.ts';
import type { Size } from './fit-inside.ts';
import { drawPdfPage } from './pdf/draw-pdf-page.ts';
import { drawSlide } from './slides/draw-slide.ts';

/** A page of a deck as large as it can be within a frame. @throws MediaError */
export async function drawPage(
  path: string,
  pageIndex: number,
  frame: Size,
  control: TaskControl,
): Promise<Canvas> {
  const draw = (await deckKindOf(path)) === 'pdf' ? drawPdfPage : drawSlide;
  return draw(path, pageIndex, frame, control);
}
