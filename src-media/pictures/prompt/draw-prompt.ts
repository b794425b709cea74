import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { type Box, steps } from '../art/geometry.ts';
import { drawGlyph, loadGlyph } from '../art/glyph.ts';
import { makeFlatHand } from '../art/hands/flat-hand.ts';
import { type Hex, lightnessOf, mixColors, withAlpha } from '../color/color.ts';
import { hexOfOklab, oklabOfHex } from '../color/oklab.ts';
import { Random, turnOf } from '../random.ts';
import { drawSign } from './draw-sign.ts';
import type { PlaceRow } from './place.ts';
import type { Light, PromptScene, PromptThing } from './read-prompt.ts';

/** Size and seed of a picture. */
export interface PromptFrame {
  readonly width: number;
  readonly height: number;
  /** Another seed gives another composition. */
  readonly seed: string;
  /** True if the edges are outside the view, so that a camera can move. */
  readonly isOverscanned?: boolean;
}

/** Colours of the sky from top to bottom, and of the light on everything. */
const lights: Readonly<Record<Light, { top: Hex; bottom: Hex; tint: Hex; strength: number }>> = {
  day: { top: '#7cc0ee', bottom: '#dff1fb', tint: '#ffffff', strength: 0 },
  morning: { top: '#9cc9ea', bottom: '#fde3b8', tint: '#ffd9a0', strength: 0.22 },
  sunset: { top: '#5b4b8a', bottom: '#fba763', tint: '#ff9a5c', strength: 0.34 },
  night: { top: '#0b1233', bottom: '#2b3c72', tint: '#2c3f86', strength: 0.62 },
  aurora: { top: '#07112b', bottom: '#1b3a58', tint: '#27507c', strength: 0.6 },
  overcast: { top: '#8593a2', bottom: '#c3ccd4', tint: '#9aa7b4', strength: 0.26 },
};

const plainWall: Hex = '#ece7de';

/** Draws what a prompt asks to see in layers of one size, from far to near; only the farthest is opaque. */
export function drawPromptLayers(scene: PromptScene, frame: PromptFrame): Canvas[] {
  const random = new Random(frame.seed);
  const view = viewOf(scene, frame);
  const layer = (draw: (ctx: SKRSContext2D) => void): Canvas => {
    const canvas = createCanvas(frame.width, frame.height);
    const ctx = canvas.getContext('2d');
    ctx.setTransform(view);
    draw(ctx);
    return canvas;
  };
  const isOutdoors = scene.place !== null && scene.place.wall === undefined;
  const shade = isOutdoors ? 1 : 0.45;
  return [
    layer((ctx) => {
      drawGround(ctx, scene, frame, random);
      drawCast(ctx, frame);
      tint(ctx, scene.light, frame, 0.7 * shade);
    }),
    layer((ctx) => {
      const isEmpty = scene.things.length === 0 && scene.sign === null;
      for (const row of scene.place?.rows ?? [])
        drawRow(ctx, { ...row, isClear: row.isClear && !isEmpty }, frame, random);
      if (!isOutdoors) drawOnWall(ctx, scene, frame);
      tint(ctx, scene.light, frame, 0.8 * shade);
    }),
    layer((ctx) => {
      drawThings(ctx, scene, frame, random);
      tint(ctx, scene.light, frame, 0.35 * shade);
    }),
    layer((ctx) => drawWeather(ctx, scene, frame, random)),
  ];
}

/** Returns how near the picture is seen: another in each result of one order. */
function viewOf({ things, sign }: PromptScene, { width, height, seed, isOverscanned }: PromptFrame) {
  const isWideRow = sign !== null || things.reduce((sum, { count }) => sum + count, 0) > 2;
  const nearest = [0, 0.24, 0.12, 0.36][turnOf('view', seed, 4)] ?? 0;
  const zoom = 1 + nearest * (isWideRow || isOverscanned ? 0.25 : 1);
  return { a: zoom, b: 0, c: 0, d: zoom, e: ((1 - zoom) * width) / 2, f: (1 - zoom) * height * 0.86 };
}

/** Casts of the background, one for each result of an order. */
const casts = ['#ffffff00', '#f2bf853d', '#74aedb3d', '#54698c42'] as const;

function drawCast(ctx: SKRSContext2D, { width, height, seed }: PromptFrame): void {
  ctx.fillStyle = casts[turnOf('view', seed, 4)] ?? casts[0];
  ctx.fillRect(0, 0, width, height);
}

/** Colours what is drawn so far by the light. */
function tint(ctx: SKRSContext2D, light: Light, { width, height }: PromptFrame, share: number): void {
  const { tint: color, strength } = lights[light];
  if (strength === 0) return;
  ctx.save();
  ctx.globalCompositeOperation = 'source-atop';
  ctx.fillStyle = withAlpha(color, strength * share);
  ctx.fillRect(0, 0, width, height);
  ctx.restore();
}

function drawGround(
  ctx: SKRSContext2D,
  { place, light }: PromptScene,
  frame: PromptFrame,
  random: Random,
): void {
  const { width, height } = frame;
  const hand = makeFlatHand({ ctx });
  const box: Box = { x: 0, y: 0, width, height };
  const isAlone = place === null;
  if (isAlone || place.wall) {
    const wall =
      place?.wall ??
      mixColors(
        plainWall,
        (['#cfe3ef', '#f3dfc4', '#dde8d3'] as const)[random.wholeBetween(0, 2)] ?? plainWall,
        0.6,
      );
    hand.sky(box, mixColors(wall, '#ffffff', 0.25), wall);
    if (place?.isBrick) drawBricks(ctx, frame, wall);
    if (isAlone) fillBand(ctx, frame, 0.74, mixColors(wall, '#6b5b4a', 0.18));
  } else {
    hand.sky(
      { ...box, height: Math.max(1, height * (place.horizon || 1)) },
      lights[light].top,
      lights[light].bottom,
    );
    drawSkyLight(ctx, light, frame, place.horizon, random);
    if (place.horizon < 1) fillBand(ctx, frame, place.horizon, place.ground);
  }
  for (const [color, top] of place?.bands ?? []) fillBand(ctx, frame, top, color);
}

function drawBricks(ctx: SKRSContext2D, { width, height }: PromptFrame, wall: Hex): void {
  const course = height / 16;
  for (const row of steps(17))
    for (const column of steps(Math.ceil(width / (course * 2.2)) + 1)) {
      const x = (column - (row % 2) / 2) * course * 2.2;
      ctx.fillStyle = mixColors(wall, (row * 7 + column * 3) % 5 < 2 ? '#8e4a36' : '#d09078', 0.22);
      ctx.fillRect(x, row * course, course * 2.2 - course * 0.14, course * 0.86);
    }
}

function fillBand(ctx: SKRSContext2D, { width, height }: PromptFrame, top: number, color: Hex): void {
  ctx.fillStyle = color;
  ctx.fillRect(0, top * height, width, height - top * height);
}

/** Draws what the hour puts into the sky: the low sun, the moon and stars, or northern lights. */
function drawSkyLight(
  ctx: SKRSContext2D,
  light: Light,
  frame: PromptFrame,
  horizon: number,
  random: Random,
): void {
  const { width, height } = frame;
  const unit = Math.min(width, height) / 100;
  if (light === 'sunset' || light === 'morning') {
    ctx.fillStyle = light === 'sunset' ? '#ffdf8a' : '#fff3c9';
    ctx.beginPath();
    ctx.arc(
      width * (random.chance(0.5) ? 0.24 : 0.78),
      height * (horizon - (light === 'sunset' ? 0.02 : 0.08)),
      9 * unit,
      0,
      Math.PI * 2,
    );
    ctx.fill();
  }
  if (light !== 'night' && light !== 'aurora') return;
  ctx.fillStyle = '#f3f0dc';
  for (const index of steps(60)) {
    ctx.globalAlpha = 0.35 + 0.6 * random.next();
    ctx.beginPath();
    ctx.arc(
      random.next() * width,
      random.next() * height * horizon,
      unit * (0.14 + 0.2 * (index % 3)),
      0,
      Math.PI * 2,
    );
    ctx.fill();
  }
  ctx.globalAlpha = 1;
  if (light === 'aurora') return drawAurora(ctx, frame, horizon, random);
  const hand = makeFlatHand({ ctx });
  drawGlyph(
    hand,
    loadGlyph('crescent-moon'),
    { x: width * (random.chance(0.5) ? 0.18 : 0.84), y: height * 0.28 },
    15 * unit,
  );
}

function drawAurora(
  ctx: SKRSContext2D,
  { width, height }: PromptFrame,
  horizon: number,
  random: Random,
): void {
  for (const index of steps(3)) {
    const phase = random.next() * 6;
    const base = height * horizon * (0.62 + 0.12 * index);
    for (let x = 0; x < width; x += 2) {
      const y = base + Math.sin((x / width) * 5 + phase) * height * 0.07;
      const reach = height * (0.3 + 0.1 * Math.sin((x / width) * 17 + phase * 2));
      const curtain = ctx.createLinearGradient(0, y - reach, 0, y);
      curtain.addColorStop(0, 'rgba(120, 90, 200, 0)');
      curtain.addColorStop(0.7, 'rgba(80, 230, 160, 0.26)');
      curtain.addColorStop(1, 'rgba(80, 230, 160, 0)');
      ctx.fillStyle = curtain;
      ctx.fillRect(x, y - reach, 2, reach);
    }
  }
}

function drawRow(ctx: SKRSContext2D, row: PlaceRow, { width, height }: PromptFrame, random: Random): void {
  const hand = makeFlatHand({ ctx });
  const start = random.wholeBetween(0, row.glyphs.length - 1);
  for (const index of steps(row.count)) {
    const across = (index + 0.5 + random.between(-0.28, 0.28)) / row.count;
    if (row.isClear && Math.abs(across - 0.5) < 0.24) continue;
    const name = row.glyphs[(index + start) % row.glyphs.length] ?? '';
    const size = row.size * height * random.between(0.86, 1.1);
    drawGlyph(
      hand,
      loadGlyph(name),
      { x: across * width, y: (row.foot + random.between(-0.012, 0.012)) * height },
      size,
    );
  }
}

/** Things that hang on a wall or are part of it. */
const wallThings: ReadonlySet<string> = new Set(['window', 'framed-picture', 'mirror', 'door']);

function drawOnWall(ctx: SKRSContext2D, { things }: PromptScene, { width, height }: PromptFrame): void {
  const hung = things.slice(1).filter(({ glyph }) => wallThings.has(glyph));
  hung.forEach(({ glyph }, index) => {
    const foot = { x: (0.8 - 0.6 * (index % 2)) * width, y: (glyph === 'door' ? 0.72 : 0.52) * height };
    drawGlyph(makeFlatHand({ ctx }), loadGlyph(glyph), foot, (glyph === 'door' ? 0.56 : 0.38) * height);
  });
}

/** Draws what the picture is about on the ground: the first thing large, further ones beside it. */
function drawThings(ctx: SKRSContext2D, scene: PromptScene, frame: PromptFrame, random: Random): void {
  const { width, height, isOverscanned = false } = frame;
  const reach = isOverscanned ? 0.86 : 1;
  const isIndoors = scene.place === null || scene.place.wall !== undefined;
  const standing = scene.things.filter(
    ({ glyph }, index) => index === 0 || !isIndoors || !wallThings.has(glyph),
  );
  const copies = standing.flatMap((thing, index) =>
    steps(index === 0 ? thing.count : Math.min(2, thing.count)).map(() => ({ thing, index })),
  );
  const sign = scene.sign === null ? 0 : 1;
  const shown = copies.slice(0, 6);
  const slots = shown.length + 1.6 * sign;
  if (slots === 0) return;
  const room = reach * Math.min(0.94 * width, slots * 0.62 * height);
  const foot = height * (scene.place ? Math.min(0.93, (scene.place.horizon + 1.05) / 2 + 0.03) : 0.84);
  const tallest = reach * height * (slots > 1 ? 0.46 : random.between(0.5, 0.6));
  const most = Math.min(tallest, (room / slots) * 0.96);
  const from = (width - room) * (slots > 1 ? 0.5 : random.between(0.36, 0.64));
  let x = from;
  if (scene.sign !== null) {
    const breadth = (room / slots) * 1.6;
    drawSign(ctx, scene.sign, { x, y: foot - 0.62 * height, width: breadth * 0.94, height: 0.62 * height });
    x += breadth;
  }
  for (const [order, { thing, index }] of shown.entries()) {
    const size = most * (index === 0 ? 1 : 0.74) * random.between(0.94, 1.02);
    const center = x + room / slots / 2;
    drawThingAt(ctx, thing, { x: center, y: foot + (order % 2) * 0.015 * height }, size, scene);
    x += room / slots;
  }
}

function drawThingAt(
  ctx: SKRSContext2D,
  thing: PromptThing,
  foot: { x: number; y: number },
  size: number,
  scene: PromptScene,
): void {
  const glyph = loadGlyph(thing.glyph);
  if (!scene.place || scene.place.horizon < 1) {
    ctx.fillStyle = 'rgba(20, 20, 30, 0.2)';
    ctx.beginPath();
    ctx.ellipse(
      foot.x,
      foot.y - size * 0.01,
      size * 0.42 * Math.min(1, glyph.aspect),
      size * 0.055,
      0,
      0,
      Math.PI * 2,
    );
    ctx.fill();
  }
  drawGlyph(
    makeFlatHand({ ctx }),
    glyph,
    foot,
    size,
    thing.hueDegrees === null ? undefined : (color) => hued(color, thing.hueDegrees ?? 0),
  );
}

/** Turns a strong colour to a hue; grays, whites and blacks stay. */
function hued(color: Hex, degrees: number): Hex {
  const { lightness, a, b } = oklabOfHex(color);
  const chroma = Math.hypot(a, b);
  if (chroma < 0.05) return color;
  const angle = (degrees * Math.PI) / 180;
  return hexOfOklab({ lightness, a: chroma * Math.cos(angle), b: chroma * Math.sin(angle) });
}

function drawWeather(
  ctx: SKRSContext2D,
  { weather, light }: PromptScene,
  { width, height }: PromptFrame,
  random: Random,
): void {
  const unit = Math.min(width, height) / 100;
  if (weather === 'fog') {
    const fog = ctx.createLinearGradient(0, 0, 0, height);
    for (const [stop, alpha] of [
      [0, 0.25],
      [0.55, 0.62],
      [1, 0.3],
    ] as const)
      fog.addColorStop(stop, `rgba(225, 230, 235, ${alpha})`);
    ctx.fillStyle = fog;
    ctx.fillRect(0, 0, width, height);
    return;
  }
  if (weather === null) return;
  const pale = lightnessOf(lights[light].bottom) > 0.6 ? 0.75 : 0.55;
  ctx.strokeStyle = withAlpha('#eaf2fb', pale);
  ctx.fillStyle = withAlpha('#ffffff', 0.9);
  ctx.lineWidth = 0.3 * unit;
  for (const index of steps(weather === 'rain' ? 150 : 110)) {
    const x = random.next() * width * 1.1;
    const y = random.next() * height;
    ctx.beginPath();
    if (weather === 'rain') {
      ctx.moveTo(x, y);
      ctx.lineTo(x - 1.4 * unit, y + (4 + (index % 4)) * unit);
      ctx.stroke();
    } else {
      ctx.arc(x, y, unit * (0.35 + 0.25 * (index % 3)), 0, Math.PI * 2);
      ctx.fill();
    }
  }
}
