import type { SKRSContext2D } from '@napi-rs/canvas';
import { attributeOf, childOf, childrenOf, type Element, numberOf } from './xml-tree.ts';

/** Corners as shares of the box, from 0 to 1. */
type Outline = readonly (readonly [number, number])[];

const head = 0.5;
const outlines: Readonly<Record<string, Outline>> = {
  triangle: [
    [0.5, 0],
    [1, 1],
    [0, 1],
  ],
  rtTriangle: [
    [0, 0],
    [1, 1],
    [0, 1],
  ],
  diamond: [
    [0.5, 0],
    [1, 0.5],
    [0.5, 1],
    [0, 0.5],
  ],
  parallelogram: [
    [0.25, 0],
    [1, 0],
    [0.75, 1],
    [0, 1],
  ],
  trapezoid: [
    [0.25, 0],
    [0.75, 0],
    [1, 1],
    [0, 1],
  ],
  pentagon: [
    [0.5, 0],
    [1, 0.38],
    [0.81, 1],
    [0.19, 1],
    [0, 0.38],
  ],
  hexagon: [
    [0.25, 0],
    [0.75, 0],
    [1, 0.5],
    [0.75, 1],
    [0.25, 1],
    [0, 0.5],
  ],
  octagon: [
    [0.29, 0],
    [0.71, 0],
    [1, 0.29],
    [1, 0.71],
    [0.71, 1],
    [0.29, 1],
    [0, 0.71],
    [0, 0.29],
  ],
  plus: [
    [0.25, 0],
    [0.75, 0],
    [0.75, 0.25],
    [1, 0.25],
    [1, 0.75],
    [0.75, 0.75],
    [0.75, 1],
    [0.25, 1],
    [0.25, 0.75],
    [0, 0.75],
    [0, 0.25],
    [0.25, 0.25],
  ],
};

function arrow(width: number, height: number): Outline {
  const tip = Math.min(1, (height * head) / Math.max(1, width));
  return [
    [0, 0.25],
    [1 - tip, 0.25],
    [1 - tip, 0],
    [1, 0.5],
    [1 - tip, 1],
    [1 - tip, 0.75],
    [0, 0.75],
  ];
}

function star(points: number): Outline {
  return Array.from({ length: points * 2 }, (_, index) => {
    const angle = (Math.PI * index) / points - Math.PI / 2;
    const reach = index % 2 === 0 ? 0.5 : 0.2;
    return [0.5 + reach * Math.cos(angle), 0.5 + reach * Math.sin(angle)] as const;
  });
}

function outlineOf(name: string, width: number, height: number): Outline | null {
  const tip = Math.min(0.5, (height * head) / Math.max(1, width));
  const right = arrow(width, height);
  const down = arrow(height, width).map(([x, y]) => [y, x] as const);
  if (name === 'rightArrow') return right;
  if (name === 'leftArrow') return right.map(([x, y]) => [1 - x, y] as const);
  if (name === 'downArrow') return down;
  if (name === 'upArrow') return down.map(([x, y]) => [x, 1 - y] as const);
  const homePlate = [
    [0, 0],
    [1 - tip, 0],
    [1, 0.5],
    [1 - tip, 1],
    [0, 1],
  ] as const;
  if (name === 'homePlate') return homePlate;
  if (name === 'chevron') return [...homePlate, [tip, 0.5]];
  const starPoints = /^star(\d+)$/u.exec(name)?.[1];
  return starPoints === undefined ? (outlines[name] ?? null) : star(Number(starPoints));
}

function traceOutline(context: SKRSContext2D, outline: Outline, width: number, height: number): void {
  for (const [index, [x, y]] of outline.entries()) {
    if (index === 0) context.moveTo(x * width, y * height);
    else context.lineTo(x * width, y * height);
  }
  context.closePath();
}

type Point = [number, number];

/** Traces the steps of a free form that need nothing but their points. */
function traceStep(context: SKRSContext2D, name: string, [a, b, c]: readonly Point[]): void {
  if (name === 'close') context.closePath();
  if (!a) return;
  if (name === 'moveTo') context.moveTo(...a);
  if (name === 'lnTo') context.lineTo(...a);
  if (name === 'quadBezTo' && b) context.quadraticCurveTo(...a, ...b);
  if (name === 'cubicBezTo' && b && c) context.bezierCurveTo(...a, ...b, ...c);
}

function traceFreeForm(context: SKRSContext2D, path: Element, width: number, height: number): void {
  const scaleX = width / (numberOf(path, 'w') || width || 1);
  const scaleY = height / (numberOf(path, 'h') || height || 1);
  const placed = (point: Element): Point => [
    (numberOf(point, 'x') ?? 0) * scaleX,
    (numberOf(point, 'y') ?? 0) * scaleY,
  ];
  let last: Point = [0, 0];
  for (const step of childrenOf(path)) {
    const points = childrenOf(step, 'pt').map(placed);
    traceStep(context, step.localName ?? '', points);
    const end = step.localName === 'arcTo' ? traceArc(context, step, last, scaleX, scaleY) : points.at(-1);
    last = end ?? last;
  }
}

function traceArc(context: SKRSContext2D, step: Element, from: Point, scaleX: number, scaleY: number): Point {
  const radiusX = (numberOf(step, 'wR') ?? 0) * scaleX;
  const radiusY = (numberOf(step, 'hR') ?? 0) * scaleY;
  const start = ((numberOf(step, 'stAng') ?? 0) / 60_000) * (Math.PI / 180);
  const sweep = ((numberOf(step, 'swAng') ?? 0) / 60_000) * (Math.PI / 180);
  const middleX = from[0] - radiusX * Math.cos(start);
  const middleY = from[1] - radiusY * Math.sin(start);
  context.ellipse(middleX, middleY, radiusX, radiusY, 0, start, start + sweep, sweep < 0);
  return [middleX + radiusX * Math.cos(start + sweep), middleY + radiusY * Math.sin(start + sweep)];
}

const roundNames =
  /^(?:roundRect|round\d?\w*Rect|flowChartAlternateProcess|flowChartTerminator|wedgeRoundRectCallout)$/u;
const ovalNames =
  /^(?:ellipse|oval|flowChartConnector|donut|pie|chord|cloud|wedgeEllipseCallout|smileyFace|sun)$/u;

/** True if the form is a line without an interior. */
export function isLine(properties: Element | null): boolean {
  return /^(?:line|\w*Connector\d?)$/u.test(attributeOf(childOf(properties, 'prstGeom'), 'prst') ?? '');
}

/**
 * Traces the outline of a shape at the context's origin. Traces unknown forms as rectangles.
 *
 * @param properties `spPr` of the shape
 */
export function traceShape(
  context: SKRSContext2D,
  properties: Element | null,
  width: number,
  height: number,
): void {
  const preset = childOf(properties, 'prstGeom');
  const name = attributeOf(preset, 'prst') ?? 'rect';
  const paths = childrenOf(childOf(properties, 'custGeom', 'pathLst'), 'path');
  context.beginPath();
  for (const path of paths) traceFreeForm(context, path, width, height);
  if (paths.length > 0) return;
  const outline = outlineOf(name, width, height);
  if (isLine(properties)) {
    context.moveTo(0, 0);
    context.lineTo(width, height);
  } else if (outline) traceOutline(context, outline, width, height);
  else if (ovalNames.test(name))
    context.ellipse(width / 2, height / 2, width / 2, height / 2, 0, 0, 2 * Math.PI);
  else if (roundNames.test(name)) {
    const formula = attributeOf(childOf(preset, 'avLst', 'gd'), 'fmla');
    const part = /Terminator/u.test(name) ? 0.5 : Number(/\d+/u.exec(formula ?? '')?.[0] ?? 16_667) / 100_000;
    context.roundRect(0, 0, width, height, Math.min(width, height) * Math.min(0.5, part));
  } else context.rect(0, 0, width, height);
}
