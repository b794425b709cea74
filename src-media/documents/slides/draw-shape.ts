import { fontFamiliesFor } from '../../fonts/font-families.ts';
import { drawTable } from './draw-table.ts';
import { drawText } from './draw-text.ts';
import { fillIn, type FoundFill, paintOf, strokeOf, themeFill } from './fills.ts';
import { type Box, boxOf, type Scale, scaleInside, transformOf } from './frames.ts';
import { inheritanceOf, placeKindOf } from './placeholders.ts';
import { readParagraphs } from './read-paragraphs.ts';
import { drawPictureFill, type SlidePainter } from './slide-painter.ts';
import { TextStyle } from './text-style.ts';
import { isLine, traceShape } from './trace-shape.ts';
import { attributeOf, childOf, childrenOf, type Element, flagOf, numberOf } from './xml-tree.ts';

/** The sheet of a shape, and the conversion of its units into pixels. */
export interface Place {
  readonly sheetIndex: number;
  readonly part: string;
  readonly scale: Scale;
}

const usualInset = { lIns: 91_440, tIns: 45_720, rIns: 91_440, bIns: 45_720 };
const deepestGroup = 24;

/** Transforms the canvas so that the box's corner is the origin. */
function inBox({ context }: SlidePainter, box: Box): void {
  context.translate(box.x + box.width / 2, box.y + box.height / 2);
  context.rotate((box.turn * Math.PI) / 180);
  context.scale(box.flipX ? -1 : 1, box.flipY ? -1 : 1);
  context.translate(-box.width / 2, -box.height / 2);
}

function fillOfShape(painter: SlidePainter, chain: readonly Element[]): FoundFill | null {
  for (const shape of chain) {
    const own = fillIn(childOf(shape, 'spPr'));
    if (own) return { element: own, placeholder: null };
  }
  const style = childOf(chain[0], 'style', 'fillRef');
  const element = themeFill(painter.slide.theme, numberOf(style, 'idx') ?? 0);
  return element && { element, placeholder: painter.slide.colors.of(style) };
}

function drawArrowHead(painter: SlidePainter, x: number, y: number, angle: number, width: number): void {
  const { context } = painter;
  const size = Math.max(6, width * 3.2);
  context.save();
  context.translate(x, y);
  context.rotate(angle);
  context.beginPath();
  context.moveTo(0, 0);
  context.lineTo(-size, -size / 2);
  context.lineTo(-size, size / 2);
  context.closePath();
  context.fill();
  context.restore();
}

function drawStroke(painter: SlidePainter, shape: Element, box: Box): void {
  const { context, slide, pixels } = painter;
  const stroke = strokeOf(shape, slide.colors);
  if (!stroke) return;
  const width = Math.max(0.75, stroke.width * pixels);
  context.strokeStyle = stroke.color;
  context.fillStyle = stroke.color;
  context.lineWidth = width;
  context.lineJoin = 'round';
  context.setLineDash(stroke.dashes.map((dash) => dash * width));
  context.stroke();
  context.setLineDash([]);
  if (!isLine(childOf(shape, 'spPr'))) return;
  const angle = Math.atan2(box.height, box.width);
  if (stroke.hasTail) drawArrowHead(painter, box.width, box.height, angle, width);
  if (stroke.hasHead) drawArrowHead(painter, 0, 0, angle + Math.PI, width);
}

async function drawForm(
  painter: SlidePainter,
  chain: readonly [Element, ...Element[]],
  box: Box,
  place: Place,
): Promise<void> {
  const { context, slide } = painter;
  const [shape] = chain;
  const properties =
    chain
      .map((each) => childOf(each, 'spPr'))
      .find((each) => childOf(each, 'prstGeom') ?? childOf(each, 'custGeom')) ?? childOf(shape, 'spPr');
  const fill = isLine(properties) ? null : fillOfShape(painter, chain);
  context.save();
  inBox(painter, box);
  traceShape(context, properties, box.width, box.height);
  if (fill?.element.localName === 'blipFill') {
    context.save();
    context.clip();
    await drawPictureFill(painter, place.part, fill.element, box.width, box.height);
    context.restore();
    traceShape(context, properties, box.width, box.height);
  }
  const paint = fill && paintOf(context, fill, slide.colors, box);
  if (paint !== null) {
    context.fillStyle = paint;
    context.fill();
  }
  drawStroke(painter, shape, box);
  context.restore();
}

function drawShapeText(painter: SlidePainter, chain: readonly [Element, ...Element[]], box: Box): void {
  const { context, slide, pixels } = painter;
  const body = childOf(chain[0], 'txBody');
  const style = new TextStyle(slide, chain);
  const paragraphs = readParagraphs(body, style, slide.colors, slide.number);
  if (paragraphs.every(({ runs }) => runs.length === 0)) return;
  const inset = (name: keyof typeof usualInset) =>
    (style.frame((each) => numberOf(each, name)) ?? usualInset[name]) * pixels;
  const anchor = style.frame((each) => attributeOf(each, 'anchor'));
  const fit = style.frame((each) => childOf(each, 'normAutofit'));
  const isUpright = /^(?:vert|vert270|eaVert|wordArtVert)/u.test(
    style.frame((each) => attributeOf(each, 'vert')) ?? 'horz',
  );
  const [width, height] = isUpright ? [box.height, box.width] : [box.width, box.height];
  const frame = {
    x: inset('lIns'),
    y: inset('tIns'),
    width: Math.max(1, width - inset('lIns') - inset('rIns')),
    height: Math.max(1, height - inset('tIns') - inset('bIns')),
    anchor: anchor === 'ctr' || anchor === 'b' ? anchor : 't',
    isWrapped: style.frame((each) => attributeOf(each, 'wrap')) !== 'none',
    minLetters: fit ? 0.3 : 0.7,
  } as const;
  const letters = (numberOf(fit, 'fontScale') ?? 100_000) / 100_000;
  const tighter = (numberOf(fit, 'lnSpcReduction') ?? 0) / 100_000;
  context.save();
  inBox(painter, { ...box, flipX: false, flipY: false, turn: box.turn + (box.flipY ? 180 : 0) });
  if (isUpright) {
    const isDown = style.frame((each) => attributeOf(each, 'vert')) !== 'vert270';
    context.translate(isDown ? box.width : 0, isDown ? 0 : box.height);
    context.rotate(isDown ? Math.PI / 2 : -Math.PI / 2);
  }
  drawText(context, paragraphs, frame, { pixels, letters, tighter });
  context.restore();
}

/** Draws a labelled box in place of something that cannot be drawn. */
function drawStandIn({ context, pixels }: SlidePainter, label: string, box: Box): void {
  const size = Math.min(28 * 12_700 * pixels, box.height / 3, box.width / 6);
  context.fillStyle = 'rgba(234,236,240,0.94)';
  context.strokeStyle = 'rgba(170,175,184,0.9)';
  context.lineWidth = Math.max(1, 12_700 * pixels);
  context.beginPath();
  context.roundRect(0, 0, box.width, box.height, size * 0.4);
  context.fill();
  context.stroke();
  context.fillStyle = 'rgb(84,90,100)';
  context.font = `500 ${size}px ${fontFamiliesFor(label, 'sans')}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(label, box.width / 2, box.height / 2);
}

async function drawPicture(painter: SlidePainter, shape: Element, box: Box, place: Place): Promise<void> {
  const { context } = painter;
  const fill = childOf(shape, 'blipFill');
  context.save();
  inBox(painter, box);
  traceShape(context, childOf(shape, 'spPr'), box.width, box.height);
  context.save();
  context.clip();
  const isDrawn = fill !== null && (await drawPictureFill(painter, place.part, fill, box.width, box.height));
  context.restore();
  if (!isDrawn) drawStandIn(painter, 'Picture', box);
  traceShape(context, childOf(shape, 'spPr'), box.width, box.height);
  drawStroke(painter, shape, box);
  context.restore();
}

/** Draws SmartArt, which stores its drawing in a separate part. */
async function drawDiagram(painter: SlidePainter, box: Box, place: Place): Promise<boolean> {
  const relations = await painter.slidePackage.relations(place.part);
  const drawings = relations.filter(({ type }) => type === 'diagramDrawing');
  const target = drawings.length === 1 ? drawings[0]?.target : undefined;
  const tree = target === undefined ? null : childOf(await painter.slidePackage.root(target), 'spTree');
  if (!tree || target === undefined) return false;
  const { pixels } = painter;
  const scale = { x: box.x, y: box.y, scaleX: pixels, scaleY: pixels };
  await drawShapes(painter, tree, { ...place, part: target, scale });
  return true;
}

async function drawGraphic(painter: SlidePainter, shape: Element, box: Box, place: Place): Promise<void> {
  const { context } = painter;
  const data = childOf(shape, 'graphic', 'graphicData');
  const uri = attributeOf(data, 'uri') ?? '';
  const table = childOf(data, 'tbl');
  if (/diagram/u.test(uri) && (await drawDiagram(painter, box, place))) return;
  const embedded =
    childOf(data, 'oleObj', 'pic') ?? childOf(data, 'AlternateContent', 'Fallback', 'oleObj', 'pic');
  if (embedded) return drawPicture(painter, embedded, box, place);
  context.save();
  inBox(painter, box);
  if (table) drawTable(painter, table, box);
  else drawStandIn(painter, /chart/u.test(uri) ? 'Chart' : /diagram/u.test(uri) ? 'Diagram' : 'Object', box);
  context.restore();
}

async function drawOne(painter: SlidePainter, shape: Element, place: Place, depth: number): Promise<void> {
  painter.control.checkpoint();
  const hidden = childrenOf(childrenOf(shape)[0]).some(
    (each) => each.localName === 'cNvPr' && flagOf(each, 'hidden'),
  );
  const chain = inheritanceOf(shape, painter.slide, place.sheetIndex) as [Element, ...Element[]];
  const transform = transformOf(chain);
  const box = boxOf(transform, place.scale);
  if (hidden || !box) return;
  if (shape.localName === 'grpSp') {
    if (depth > deepestGroup) return;
    const { context } = painter;
    context.save();
    inBox(painter, box);
    const atOrigin = { ...box, x: 0, y: 0 };
    await drawShapes(
      painter,
      shape,
      { ...place, scale: scaleInside(transform, atOrigin, place.scale) },
      depth + 1,
    );
    context.restore();
  } else if (shape.localName === 'pic') await drawPicture(painter, shape, box, place);
  else if (shape.localName === 'graphicFrame') await drawGraphic(painter, shape, box, place);
  else {
    await drawForm(painter, chain, box, place);
    drawShapeText(painter, chain, box);
  }
}

/** Draws the shapes of a tree or a group in order. Skips placeholders of layouts and masters. */
export async function drawShapes(
  painter: SlidePainter,
  tree: Element,
  place: Place,
  depth = 0,
): Promise<void> {
  for (const child of childrenOf(tree)) {
    const choice = childOf(child, 'Fallback') ?? childOf(child, 'Choice');
    if (child.localName === 'AlternateContent' && choice) await drawShapes(painter, choice, place, depth);
    const isShape = /^(?:sp|pic|cxnSp|grpSp|graphicFrame)$/u.test(child.localName ?? '');
    if (!isShape || (place.sheetIndex > 0 && placeKindOf(child) !== null)) continue;
    await drawOne(painter, child, place, depth);
  }
}
