import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Hair, HairStyle } from './character.ts';
import { drawCurls } from './draw-curls.ts';
import { clipped, drawMirrored, fillPath, softSpot, strokePath, withAlpha } from './paint.ts';

interface HairDrawing {
  /** Draws the hair behind head and shoulders. */
  back(ctx: SKRSContext2D, hair: Hair): void;
  /** Draws the hair over the forehead. */
  front(ctx: SKRSContext2D, hair: Hair): void;
  /** Draws the hair in front of the shoulders. */
  fall?(ctx: SKRSContext2D, hair: Hair): void;
}

const nothing = (): void => undefined;

/** Draws a mass of hair with a highlight on its upper left and a few strands. */
function mass(ctx: SKRSContext2D, hair: Hair, outline: string, strands: readonly string[]): void {
  fillPath(ctx, outline, hair.base);
  clipped(ctx, outline, () => {
    softSpot(ctx, [-70, -190, 150, 80], channels(hair.light), 0.75);
    softSpot(ctx, [150, -60, 90, 170], channels(hair.shade), 0.9);
    for (const [index, strand] of strands.entries()) {
      withAlpha(ctx, 0.55, () => strokePath(ctx, strand, index % 3 === 2 ? hair.light : hair.shade, 5));
    }
  });
}

function channels(hex: string): string {
  const value = Number.parseInt(hex.slice(1), 16);
  return `${value >> 16}, ${(value >> 8) & 255}, ${value & 255}`;
}

const skullCap = 'M -150 40 C -176 -110 -130 -236 0 -238 C 130 -236 176 -110 150 40 Z';

/** Drawing functions of each style, in the face's grid. */
const drawings: Readonly<Record<HairStyle, HairDrawing>> = {
  curls: {
    back: (ctx, hair) => drawCurls(ctx, hair, 'curlsBack'),
    front: (ctx, hair) => drawCurls(ctx, hair, 'curlsFront'),
  },
  afro: {
    back: (ctx, hair) => drawCurls(ctx, hair, 'afroBack'),
    front: (ctx, hair) => drawCurls(ctx, hair, 'afroFront'),
  },
  sidePart: {
    back: (ctx, hair) => fillPath(ctx, skullCap, hair.shade),
    front: (ctx, hair) =>
      mass(
        ctx,
        hair,
        `M -150 34 C -168 -60 -168 -164 -112 -216 C -60 -262 66 -266 124 -216 C 172 -170 168 -66 150 34
         C 146 20 140 -6 137 -34 C 134 -72 124 -104 104 -130 C 52 -112 -30 -122 -84 -166 C -98 -132 -128 -104 -135 -58
         C -139 -24 -142 10 -150 34 Z`,
        [
          'M -84 -166 C -40 -226 60 -240 120 -180',
          'M -84 -166 C -20 -200 70 -206 128 -138',
          'M -60 -160 C 0 -180 60 -180 110 -140',
          'M -90 -170 C -130 -140 -146 -90 -146 -30',
        ],
      ),
  },
  swept: {
    back: (ctx, hair) => fillPath(ctx, skullCap, hair.shade),
    front: (ctx, hair) =>
      mass(
        ctx,
        hair,
        `M -149 10 C -160 -70 -168 -150 -128 -206 C -96 -256 -40 -272 8 -268 C 40 -290 128 -276 158 -216
         C 182 -164 166 -70 150 12 C 144 -20 140 -60 132 -92 C 122 -124 108 -142 92 -152 C 60 -128 4 -122 -40 -140
         C -64 -150 -84 -160 -96 -158 C -118 -136 -130 -108 -136 -74 C -140 -44 -144 -14 -149 10 Z`,
        [
          'M -96 -158 C -80 -220 0 -262 60 -250',
          'M -70 -150 C -40 -206 40 -240 110 -222',
          'M -40 -140 C 0 -182 80 -206 140 -178',
          'M 0 -132 C 40 -150 100 -170 150 -140',
          'M -110 -150 C -140 -120 -148 -80 -148 -20',
        ],
      ),
  },
  bob: {
    back: (ctx, hair) =>
      mass(
        ctx,
        hair,
        `M 0 -252 C 126 -256 190 -160 190 -20 C 192 60 186 130 164 176 C 120 196 -120 196 -164 176
         C -186 130 -192 60 -190 -20 C -190 -160 -126 -256 0 -252 Z`,
        [],
      ),
    front: (ctx, hair) =>
      mass(
        ctx,
        hair,
        `M -56 -176 C 0 -150 70 -128 118 -84 C 140 -50 142 30 132 104 C 130 140 138 164 160 176
         C 192 128 196 40 190 -30 C 184 -164 120 -250 0 -250 C -120 -250 -184 -164 -190 -30 C -196 40 -192 128 -160 176
         C -138 164 -132 140 -134 100 C -144 20 -140 -60 -118 -108 C -102 -140 -80 -164 -56 -176 Z`,
        [
          'M -56 -176 C 10 -220 130 -180 168 -40',
          'M -56 -176 C 30 -190 120 -140 156 -20',
          'M -20 -160 C 60 -150 130 -90 148 60',
          'M -56 -176 C -130 -190 -176 -90 -172 60',
          'M -70 -166 C -130 -140 -160 -60 -156 80',
          'M 160 0 C 172 60 166 120 152 164',
        ],
      ),
  },
  shaved: {
    back: nothing,
    front: (ctx) => softSpot(ctx, [-46, -152, 70, 40], '255, 255, 255', 0.22),
  },
  long: {
    back: (ctx, hair) =>
      mass(
        ctx,
        hair,
        `M 0 -250 C 120 -254 186 -170 188 -30 C 190 120 226 260 214 420 L -214 420 C -226 260 -190 120 -188 -30
         C -186 -170 -120 -254 0 -250 Z`,
        [],
      ),
    front: (ctx, hair) =>
      mass(
        ctx,
        hair,
        `M -8 -196 C 60 -168 124 -110 138 -20 C 146 50 152 120 172 190 C 196 120 196 20 188 -40
         C 182 -170 118 -250 0 -250 C -118 -250 -182 -170 -188 -40 C -196 20 -196 120 -172 190
         C -152 120 -146 50 -138 -20 C -124 -110 -70 -170 -8 -196 Z`,
        [
          'M -8 -196 C 70 -200 150 -130 166 0',
          'M -4 -210 C 90 -220 170 -150 180 20',
          'M -8 -196 C -80 -200 -150 -130 -166 0',
          'M -8 -210 C -90 -220 -170 -150 -180 20',
          'M 150 40 C 160 90 164 130 174 170',
        ],
      ),
    fall: (ctx, hair) =>
      drawMirrored(ctx, () =>
        mass(
          ctx,
          hair,
          `M 150 90 C 176 170 168 260 128 400 C 116 450 122 520 138 560 C 196 540 240 470 232 360 C 226 260 200 160 184 60 Z`,
          ['M 168 120 C 196 240 166 380 156 520', 'M 178 110 C 214 250 204 380 186 500'],
        ),
      ),
  },
  tousled: {
    back: (ctx, hair) => fillPath(ctx, skullCap, hair.shade),
    front: (ctx, hair) =>
      mass(
        ctx,
        hair,
        `M -150 30 C -172 -20 -176 -70 -164 -112 C -186 -138 -170 -190 -136 -196 C -138 -236 -92 -262 -58 -246
         C -34 -284 24 -286 46 -258 C 84 -280 134 -256 136 -216 C 172 -206 186 -158 166 -120 C 178 -76 170 -20 150 30
         C 144 0 140 -30 134 -62 C 124 -60 112 -74 110 -100 C 92 -86 66 -92 58 -116 C 36 -96 4 -98 -10 -120
         C -28 -100 -62 -98 -72 -118 C -84 -92 -112 -84 -130 -92 C -138 -54 -142 -10 -150 30 Z`,
        [
          'M -10 -120 C -20 -170 0 -220 40 -250',
          'M 58 -116 C 60 -160 90 -200 130 -210',
          'M -72 -118 C -80 -160 -70 -210 -50 -240',
          'M -130 -92 C -140 -130 -140 -160 -130 -190',
          'M 110 -100 C 124 -130 150 -150 166 -150',
        ],
      ),
  },
};

/** Draws the part of the hair behind head and shoulders. */
export function drawHairBehind(ctx: SKRSContext2D, hair: Hair): void {
  drawings[hair.style].back(ctx, hair);
}

/** Draws the part over the forehead. */
export function drawHairBefore(ctx: SKRSContext2D, hair: Hair): void {
  drawings[hair.style].front(ctx, hair);
}

/** Draws the part in front of the shoulders. */
export function drawFallingHair(ctx: SKRSContext2D, hair: Hair): void {
  drawings[hair.style].fall?.(ctx, hair);
}
