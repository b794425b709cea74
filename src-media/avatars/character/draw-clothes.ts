import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Character, Clothes } from './character.ts';
import {
  channelsOf,
  clipped,
  drawMirrored,
  fillEllipse,
  fillPath,
  softSpot,
  strokePath,
  withAlpha,
} from './paint.ts';

const torso = `M -78 236 C -150 262 -250 282 -300 340 C -336 384 -348 470 -352 640 L 352 640
  C 348 470 336 384 300 340 C 250 282 150 262 78 236 C 50 262 -50 262 -78 236 Z`;

/** Draws neck, chest and clothes. */
export function drawBody(ctx: SKRSContext2D, character: Character): void {
  const { clothes, build } = character;
  drawNeck(ctx, character);
  ctx.save();
  ctx.scale(build, 1);
  fillPath(ctx, torso, clothes.main);
  clipped(ctx, torso, () => {
    softSpot(ctx, [-150, 330, 220, 120], '255, 255, 255', 0.14);
    softSpot(ctx, [320, 480, 170, 300], channelsOf(clothes.shade), 0.9);
    softSpot(ctx, [0, 250, 150, 70], channelsOf(clothes.shade), 0.5);
    dress[clothes.style](ctx, clothes, character);
    withAlpha(ctx, 0.5, () => {
      strokePath(ctx, 'M -222 640 C -228 560 -222 500 -206 452', clothes.shade, 5);
      strokePath(ctx, 'M 222 640 C 228 560 222 500 206 452', clothes.shade, 5);
    });
  });
  ctx.restore();
}

const neck = `M -64 96 L -66 214 C -72 250 -110 262 -150 280 L 0 420 L 150 280 C 110 262 72 250 66 214 L 64 96 Z`;

function drawNeck(ctx: SKRSContext2D, { skin, face }: Character): void {
  fillPath(ctx, neck, skin.base);
  clipped(ctx, neck, () => {
    softSpot(ctx, [8, face.chin - 14, 120, 66], channelsOf(skin.line), 0.75);
    softSpot(ctx, [70, 210, 60, 110], channelsOf(skin.line), 0.35);
    withAlpha(ctx, 0.35, () => {
      strokePath(ctx, 'M -92 286 C -60 292 -34 300 -16 314', skin.line, 4);
      strokePath(ctx, 'M 92 286 C 60 292 34 300 16 314', skin.line, 4);
    });
  });
}

function openChest(ctx: SKRSContext2D, outline: string, { skin }: Character): void {
  fillPath(ctx, outline, skin.base);
  clipped(ctx, outline, () => {
    softSpot(ctx, [0, 236, 110, 40], channelsOf(skin.line), 0.4);
    softSpot(ctx, [60, 300, 60, 90], channelsOf(skin.line), 0.25);
  });
}

type Dress = (ctx: SKRSContext2D, clothes: Clothes, character: Character) => void;

const wine = '#8f3346';
const aroundNeck = 'M -94 200 H 94 V 300 H -94 Z';

const dress: Readonly<Record<Clothes['style'], Dress>> = {
  sweater: (ctx, clothes) => {
    const collar = 'M -92 222 C -60 290 60 290 92 222 L 100 252 C 66 326 -66 326 -100 252 Z';
    fillPath(ctx, collar, clothes.accent);
    clipped(ctx, collar, () => {
      for (let x = -110; x <= 110; x += 13) {
        withAlpha(ctx, 0.35, () => strokePath(ctx, `M ${x} 200 L ${x * 1.05} 340`, clothes.shade, 3));
      }
    });
    withAlpha(ctx, 0.16, () => {
      for (let x = -330; x <= 330; x += 30) strokePath(ctx, `M ${x} 320 V 640`, clothes.shade, 7);
    });
  },
  shirt: (ctx, clothes, character) => {
    openChest(ctx, 'M -70 236 L 0 372 L 70 236 Z', character);
    drawMirrored(ctx, (side) => {
      fillPath(
        ctx,
        'M 60 214 L 96 232 L 128 300 L 62 352 L 4 372 Z',
        side === 1 ? clothes.accent : clothes.main,
      );
      withAlpha(ctx, 0.5, () => strokePath(ctx, 'M 128 300 L 62 352 L 4 372', clothes.shade, 5));
    });
    strokePath(ctx, 'M 4 374 L 6 640', clothes.shade, 5);
    for (const y of [420, 500, 580]) fillEllipse(ctx, [20, y, 7, 7], clothes.inner);
  },
  blazer: (ctx, clothes, character) => {
    openChest(ctx, 'M -84 232 L 0 430 L 84 232 Z', character);
    fillPath(ctx, 'M -70 330 C -30 372 30 372 70 330 L 60 640 L -60 640 Z', clothes.inner);
    lapels(ctx, clothes);
  },
  suit: (ctx, clothes) => {
    fillPath(ctx, 'M -92 200 L 92 200 L 60 640 L -60 640 Z', clothes.inner);
    fillPath(ctx, 'M -14 320 L 14 320 L 36 640 L -36 640 Z', wine);
    drawMirrored(ctx, () => {
      fillPath(ctx, 'M 66 208 L 92 236 L 54 326 L 0 292 Z', '#ffffff');
      withAlpha(ctx, 0.25, () => strokePath(ctx, 'M 90 238 L 54 326 L 2 292', '#33405c', 4));
    });
    fillPath(ctx, 'M -21 290 L 21 290 L 13 330 L -13 330 Z', wine);
    withAlpha(ctx, 0.3, () => strokePath(ctx, 'M -13 331 L 13 331', '#3d0f1b', 5));
    lapels(ctx, clothes);
  },
  denim: (ctx, clothes, character) => {
    openChest(ctx, aroundNeck, character);
    fillPath(ctx, 'M -96 226 C -70 300 70 300 96 226 L 84 640 L -84 640 Z', clothes.inner);
    withAlpha(ctx, 0.3, () => strokePath(ctx, 'M -82 246 C -56 300 56 300 82 246', '#8a8f99', 6));
    drawMirrored(ctx, () => {
      fillPath(ctx, 'M 92 222 L 150 256 L 132 356 L 66 300 Z', clothes.accent);
      strokePath(ctx, 'M 140 262 L 126 342 L 74 298', clothes.inner, 2.5);
      strokePath(ctx, 'M 78 330 C 66 430 64 540 70 640', clothes.shade, 6);
      strokePath(ctx, 'M 92 340 C 82 440 80 540 84 640', clothes.accent, 3);
      fillPath(ctx, 'M 130 440 L 222 440 L 222 474 L 176 492 L 130 474 Z', clothes.accent);
      fillEllipse(ctx, [176, 472, 7, 7], '#d8b26a');
    });
  },
  cardigan: (ctx, clothes, character) => {
    openChest(ctx, 'M -100 200 H 100 V 310 H -100 Z', character);
    fillPath(ctx, 'M -104 232 C -66 326 66 326 104 232 L 76 640 L -76 640 Z', clothes.inner);
    withAlpha(ctx, 0.25, () => strokePath(ctx, 'M -98 240 C -62 330 62 330 98 240', clothes.shade, 5));
    drawMirrored(ctx, () => {
      strokePath(ctx, 'M 98 240 C 96 330 66 420 58 640', clothes.accent, 24);
      withAlpha(ctx, 0.3, () => strokePath(ctx, 'M 112 250 C 108 340 80 430 72 640', clothes.shade, 4));
    });
    for (const y of [470, 560]) fillEllipse(ctx, [62, y, 8, 8], clothes.inner);
  },
  blouse: (ctx, clothes, character) => {
    openChest(ctx, 'M -86 230 L 0 424 L 86 230 Z', character);
    drawMirrored(ctx, () => {
      fillPath(
        ctx,
        'M 74 222 C 110 236 128 268 108 320 C 84 372 40 410 0 432 C 30 370 66 300 74 222 Z',
        clothes.accent,
      );
      withAlpha(ctx, 0.4, () => strokePath(ctx, 'M 112 316 C 86 372 40 412 2 434', clothes.shade, 5));
    });
    strokePath(ctx, 'M 0 434 C 4 500 2 560 4 640', clothes.shade, 5);
    strokePath(ctx, 'M -34 262 C -16 318 16 318 34 262', '#e7c66b', 3.5);
    fillEllipse(ctx, [0, 308, 8, 8], '#e7c66b');
  },
  hoodie: (ctx, clothes, character) => {
    openChest(ctx, aroundNeck, character);
    fillPath(ctx, 'M -90 232 C -56 300 56 300 90 232 L 60 350 L -60 350 Z', clothes.inner);
    drawMirrored(ctx, () => {
      fillPath(
        ctx,
        'M 70 190 C 150 206 184 262 158 322 C 128 372 54 382 0 360 C 50 340 92 300 70 190 Z',
        clothes.accent,
      );
      withAlpha(ctx, 0.45, () => strokePath(ctx, 'M 158 322 C 128 372 54 382 0 360', clothes.shade, 6));
      strokePath(ctx, 'M 40 356 C 46 400 42 440 46 486', '#fff4e6', 8);
      fillEllipse(ctx, [46, 492, 7, 10], '#fff4e6');
    });
    strokePath(ctx, 'M -150 640 C -140 580 140 580 150 640', clothes.shade, 6);
  },
};

function lapels(ctx: SKRSContext2D, clothes: Clothes): void {
  drawMirrored(ctx, () => {
    fillPath(
      ctx,
      'M 88 218 L 146 250 L 178 330 L 138 348 L 156 376 L 30 640 L -30 640 L -10 540 L 0 470 Z',
      clothes.main,
    );
    fillPath(ctx, 'M 88 222 L 140 252 L 172 328 L 132 344 L 150 374 L 6 560 L 0 470 Z', clothes.accent);
    withAlpha(ctx, 0.5, () => strokePath(ctx, 'M 172 328 L 132 344 L 150 374 L 6 560', clothes.shade, 4));
  });
  fillPath(ctx, 'M -150 640 L 0 466 L 150 640 Z', clothes.main);
  strokePath(ctx, 'M 0 474 C 6 530 8 590 10 640', clothes.shade, 5);
}
