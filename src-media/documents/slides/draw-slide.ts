import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { TaskControl } from '../../task-options.ts';
import { fitInside, type Size } from '../fit-inside.ts';
import { drawShapes } from './draw-shape.ts';
import { fillIn, paintOf, themeFill } from './fills.ts';
import { Presentation, type Sheet } from './presentation.ts';
import { cssColor } from './slide-colors.ts';
import { SlidePackage } from './slide-package.ts';
import { drawPictureFill, type SlidePainter } from './slide-painter.ts';
import { childOf, flagOf, numberOf } from './xml-tree.ts';

/** Draws the background of the nearest sheet that has one. */
async function drawBackground(painter: SlidePainter, size: Size): Promise<void> {
  const { context, slide } = painter;
  context.fillStyle = slide.theme ? cssColor(slide.colors.named('bg1')) : '#ffffff';
  context.fillRect(0, 0, size.width, size.height);
  const sheet = slide.sheets.find(({ root }) => childOf(root, 'cSld', 'bg'));
  const background = childOf(sheet?.root, 'cSld', 'bg');
  if (!sheet || !background) return;
  const reference = childOf(background, 'bgRef');
  const element =
    fillIn(childOf(background, 'bgPr')) ?? themeFill(slide.theme, numberOf(reference, 'idx') ?? 0);
  const placeholder = slide.colors.of(reference);
  if (element?.localName === 'blipFill') {
    await drawPictureFill(painter, sheet.part, element, size.width, size.height);
    return;
  }
  const paint = element && paintOf(context, { element, placeholder }, slide.colors, size);
  if (paint === null) return;
  context.fillStyle = paint;
  context.fillRect(0, 0, size.width, size.height);
}

/** Returns the sheets to draw, from back to front: master, layout, slide. Each can hide the ones behind it. */
function shownSheets(sheets: readonly Sheet[]): [Sheet, number][] {
  const shown: [Sheet, number][] = [];
  for (const [index, sheet] of sheets.entries()) {
    shown.unshift([sheet, index]);
    if (flagOf(sheet.root, 'showMasterSp') === false) break;
  }
  return shown;
}

/** Draws a slide as large as fits a frame. @throws MediaError */
export async function drawSlide(
  path: string,
  slideIndex: number,
  frame: Size,
  control: TaskControl,
): Promise<Canvas> {
  const slidePackage = await SlidePackage.open(path);
  try {
    const presentation = await Presentation.open(slidePackage);
    const slide = await presentation.slide(slideIndex);
    const size = fitInside(presentation.size, frame);
    const pixels = size.width / presentation.size.width;
    const canvas = createCanvas(size.width, size.height);
    const painter: SlidePainter = { context: canvas.getContext('2d'), slide, slidePackage, pixels, control };
    await drawBackground(painter, size);
    const scale = { x: 0, y: 0, scaleX: pixels, scaleY: pixels };
    for (const [{ part, root }, sheetIndex] of shownSheets(slide.sheets)) {
      const tree = childOf(root, 'cSld', 'spTree');
      if (tree) await drawShapes(painter, tree, { sheetIndex, part, scale });
    }
    return canvas;
  } finally {
    slidePackage.close();
  }
}
