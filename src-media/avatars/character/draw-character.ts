import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Character } from './character.ts';
import { drawBody } from './draw-clothes.ts';
import { drawBeard, drawGlasses } from './draw-extras.ts';
import { drawBrows, drawEyeLights, drawEyes } from './draw-eyes.ts';
import { drawEars, drawFace, drawNose, faceOutline } from './draw-face.ts';
import { drawFallingHair, drawHairBefore, drawHairBehind } from './draw-hair.ts';
import { drawMouth } from './draw-mouth.ts';
import { clipped, withAlpha } from './paint.ts';
import type { Pose } from './pose.ts';

/** Side of the grid that the drawings use. */
const gridSide = 1024;
const faceCenter = { x: 512, y: 424 };
/** Height of the head's pivot, where it meets the neck. */
const pivotY = 190;

type Layer = (ctx: SKRSContext2D) => void;

/** Draws one character many times at one size. Caches the parts that do not change as pictures. */
export class CharacterPainter {
  readonly #character: Character;
  readonly #side: number;
  readonly #behind: Canvas;
  readonly #body: Canvas;
  readonly #fall: Canvas;
  readonly #before: Canvas;
  readonly #shadow: Canvas;

  /** @param side of the square picture, in pixels */
  constructor(character: Character, side: number) {
    this.#character = character;
    this.#side = side;
    this.#behind = this.#layer((ctx) => drawHairBehind(ctx, character.hair));
    this.#body = this.#layer((ctx) => drawBody(ctx, character));
    this.#fall = this.#layer((ctx) => drawFallingHair(ctx, character.hair));
    this.#before = this.#layer((ctx) => drawHairBefore(ctx, character.hair));
    this.#shadow = this.#layer((ctx) => {
      drawHairBefore(ctx, character.hair);
      ctx.globalCompositeOperation = 'source-in';
      ctx.fillStyle = character.skin.line;
      ctx.fillRect(-gridSide, -gridSide, 2 * gridSide, 2 * gridSide);
    });
  }

  #layer(draw: Layer): Canvas {
    const canvas = createCanvas(this.#side, this.#side);
    const ctx = canvas.getContext('2d');
    this.#enterGrid(ctx);
    draw(ctx);
    return canvas;
  }

  #enterGrid(ctx: SKRSContext2D): void {
    const scale = this.#side / gridSide;
    ctx.scale(scale, scale);
    ctx.translate(faceCenter.x, faceCenter.y);
  }

  /** Draws onto a square of the painter's size. Does not clear the background. */
  draw(ctx: SKRSContext2D, pose: Pose): void {
    ctx.save();
    this.#enterGrid(ctx);
    const { turn, nod } = pose;
    this.#withHead(ctx, pose, () => this.#put(ctx, this.#behind, -turn * 4, nod * 2));
    this.#put(ctx, this.#body, 0, (0.5 - pose.breath) * 7);
    this.#withHead(ctx, pose, () => this.#drawHead(ctx, pose));
    this.#put(ctx, this.#fall, 0, (0.5 - pose.breath) * 6);
    ctx.restore();
  }

  #withHead(ctx: SKRSContext2D, { tilt, turn, nod, breath }: Pose, draw: () => void): void {
    ctx.save();
    ctx.translate(turn * 9, nod * 7 + (0.5 - breath) * 5 + pivotY);
    ctx.rotate(tilt * 0.065);
    ctx.translate(0, -pivotY);
    draw();
    ctx.restore();
  }

  #put(ctx: SKRSContext2D, layer: Canvas, x: number, y: number): void {
    ctx.drawImage(layer, x - faceCenter.x, y - faceCenter.y, gridSide, gridSide);
  }

  #drawHead(ctx: SKRSContext2D, pose: Pose): void {
    const character = this.#character;
    const outline = faceOutline(character, pose.open);
    drawEars(ctx, character, pose.turn);
    drawFace(ctx, character, outline);
    clipped(ctx, outline, () =>
      withAlpha(ctx, 0.22, () => this.#put(ctx, this.#shadow, 4 + pose.turn * 6, 13)),
    );
    drawBeard(ctx, character, pose.open);
    ctx.save();
    ctx.translate(pose.turn * 9, pose.nod * 5);
    drawNose(ctx, character, pose.turn);
    drawMouth(ctx, character, pose);
    drawEyes(ctx, character, pose);
    drawEyeLights(ctx, pose);
    drawBrows(ctx, character, pose);
    drawGlasses(ctx, character);
    ctx.restore();
    this.#put(ctx, this.#before, pose.turn * 5, pose.nod * 2);
  }
}

/** Draws the plain backdrop of a character: a soft colour with a lighter disc. */
export function drawBackdrop(
  ctx: SKRSContext2D,
  { backdrop }: Character,
  width: number,
  height: number,
): void {
  const fade = ctx.createLinearGradient(0, 0, width * 0.4, height);
  fade.addColorStop(0, backdrop.from);
  fade.addColorStop(1, backdrop.to);
  ctx.fillStyle = fade;
  ctx.fillRect(0, 0, width, height);
  const side = Math.min(width, height);
  ctx.fillStyle = backdrop.disc;
  ctx.beginPath();
  ctx.arc(width / 2, height * 0.47, side * 0.395, 0, 2 * Math.PI);
  ctx.fill();
}
