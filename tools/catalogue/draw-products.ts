import type { SKRSContext2D } from '@napi-rs/canvas';
import {
  clipped,
  fillEllipse,
  fillPath,
  softSpot,
  strokePath,
  withAlpha,
} from '../../src-media/avatars/character/paint.ts';
import { floorY, type ProductScene, productSide, turned } from './product-scene.ts';
import { wornProducts } from './worn-products.ts';

const products: Readonly<Record<string, ProductScene>> = {
  ...wornProducts,
  bottle: {
    from: '#eef4ef',
    to: '#cfe2dc',
    floor: '#c0d8d1',
    shadow: [530, 190],
    draw: (ctx) => {
      const body =
        'M 392 372 C 392 330 440 318 448 276 L 576 276 C 584 318 632 330 632 372 L 632 800 C 632 826 612 836 590 836 L 434 836 C 412 836 392 826 392 800 Z';
      fillPath(ctx, body, turned(ctx, [392, 632], ['#2b8f8a', '#46b3ac', '#1f7975', '#0f5552']));
      clipped(ctx, body, () => {
        softSpot(ctx, [452, 560, 26, 300], '255, 255, 255', 0.4);
        fillPath(ctx, 'M 392 792 H 632 V 840 H 392 Z', 'rgba(8, 50, 48, 0.35)');
        withAlpha(ctx, 0.25, () => strokePath(ctx, 'M 448 284 H 576', '#06302e', 8));
      });
      const lid =
        'M 452 196 C 452 184 462 178 474 178 L 550 178 C 562 178 572 184 572 196 L 576 276 L 448 276 Z';
      fillPath(ctx, lid, turned(ctx, [448, 576], ['#d8a869', '#eac691', '#bd8a4c', '#8c6230']));
      for (const x of [474, 500, 528, 552])
        withAlpha(ctx, 0.22, () => strokePath(ctx, `M ${x} 186 V 270`, '#6b461c', 3));
      strokePath(ctx, 'M 482 178 C 482 126 542 126 542 178', '#2d3a3a', 14);
      const mark = 'M 512 520 c 34 40 52 66 52 92 a 52 52 0 0 1 -104 0 c 0 -26 18 -52 52 -92 Z';
      withAlpha(ctx, 0.9, () => strokePath(ctx, mark, '#e9f7f3', 9));
    },
  },
  phone: {
    from: '#f1effa',
    to: '#d5cff0',
    floor: '#c7c0e8',
    shadow: [520, 200],
    draw: (ctx) => {
      ctx.save();
      ctx.translate(512, 500);
      ctx.rotate(0.1);
      ctx.translate(-512, -500);
      ctx.fillStyle = '#171824';
      ctx.beginPath();
      ctx.roundRect(352, 150, 324, 676, 56);
      ctx.fill();
      withAlpha(ctx, 0.7, () => {
        ctx.strokeStyle = '#575b78';
        ctx.lineWidth = 5;
        ctx.beginPath();
        ctx.roundRect(354, 152, 320, 672, 54);
        ctx.stroke();
      });
      ctx.beginPath();
      ctx.roundRect(368, 166, 292, 644, 42);
      ctx.clip();
      const screen = ctx.createLinearGradient(368, 166, 660, 810);
      screen.addColorStop(0, '#6a5cf2');
      screen.addColorStop(0.5, '#c563d8');
      screen.addColorStop(1, '#ff9d6c');
      ctx.fillStyle = screen;
      ctx.fillRect(368, 166, 292, 644);
      fillEllipse(ctx, [560, 420, 92, 92], '#ffe0a3');
      fillPath(ctx, 'M 360 640 C 440 540 520 580 580 620 C 620 640 660 600 680 580 V 820 H 360 Z', '#4b2d88');
      fillPath(ctx, 'M 360 720 C 450 650 560 700 680 680 V 820 H 360 Z', '#2c1a5c');
      fillPath(ctx, 'M 360 150 L 520 150 L 400 820 L 360 820 Z', 'rgba(255, 255, 255, 0.1)');
      ctx.fillStyle = '#10111a';
      ctx.beginPath();
      ctx.roundRect(466, 186, 96, 26, 13);
      ctx.fill();
      ctx.restore();
    },
  },
  mug: {
    from: '#fbefe2',
    to: '#f0d4ba',
    floor: '#e6c3a3',
    shadow: [520, 260],
    draw: (ctx) => {
      strokePath(ctx, 'M 690 470 C 830 450 850 680 680 690', '#8f4a2c', 54);
      strokePath(ctx, 'M 690 466 C 822 448 838 668 680 680', '#c06a42', 40);
      const body =
        'M 320 380 L 704 380 L 692 720 C 690 800 640 836 580 836 L 444 836 C 384 836 334 800 332 720 Z';
      fillPath(ctx, body, turned(ctx, [320, 704], ['#f3e3c8', '#fff6e6', '#e7d2b2', '#b99c76']));
      clipped(ctx, body, () => {
        fillPath(
          ctx,
          'M 300 610 C 380 580 420 640 500 612 C 570 588 640 636 720 600 V 840 H 300 Z',
          turned(ctx, [320, 704], ['#c06a42', '#d9865c', '#a95533', '#7a3a20']),
        );
        softSpot(ctx, [404, 560, 30, 220], '255, 255, 255', 0.4);
        for (let index = 0; index < 40; index += 1) {
          const x = 330 + ((index * 137) % 370);
          const y = 400 + ((index * 89) % 190);
          withAlpha(ctx, 0.35, () => fillEllipse(ctx, [x, y, 2 + (index % 3), 2 + (index % 3)], '#9a7a52'));
        }
      });
      fillEllipse(ctx, [512, 380, 192, 46], '#fff8ea');
      fillEllipse(ctx, [512, 384, 174, 37], '#b99f7d');
      fillEllipse(ctx, [512, 394, 162, 29], '#4a2918');
      withAlpha(ctx, 0.35, () => fillEllipse(ctx, [470, 390, 70, 9], '#c98f5f'));
      for (const [x, shift] of [
        [450, 26],
        [520, -26],
        [590, 26],
      ] as const) {
        withAlpha(ctx, 0.4, () =>
          strokePath(ctx, `M ${x} 320 C ${x + shift} 280 ${x - shift} 240 ${x} 190`, '#ffffff', 15),
        );
      }
    },
  },
  serum: {
    from: '#fbf3e6',
    to: '#efdcbd',
    floor: '#e4cda8',
    shadow: [526, 170],
    draw: (ctx) => {
      fillPath(
        ctx,
        'M 470 150 C 470 110 490 94 512 94 C 534 94 554 110 554 150 L 560 240 L 464 240 Z',
        turned(ctx, [464, 560], ['#3c3c42', '#5b5b63', '#26262b', '#121215']),
      );
      fillPath(
        ctx,
        'M 452 236 H 572 V 330 H 452 Z',
        turned(ctx, [452, 572], ['#d8b45e', '#f2d998', '#b68d37', '#7d5c1d']),
      );
      for (let x = 462; x < 572; x += 12)
        withAlpha(ctx, 0.3, () => strokePath(ctx, `M ${x} 242 V 324`, '#6b4d14', 3));
      const glass =
        'M 466 330 H 558 C 560 372 640 372 640 430 L 640 796 C 640 824 618 836 596 836 L 428 836 C 406 836 384 824 384 796 L 384 430 C 384 372 464 372 466 330 Z';
      fillPath(ctx, glass, turned(ctx, [384, 640], ['#9a4e17', '#c9742a', '#8a4213', '#50220a']));
      clipped(ctx, glass, () => {
        withAlpha(ctx, 0.4, () =>
          fillPath(ctx, 'M 380 420 C 460 440 560 404 644 424 V 840 H 380 Z', '#5e2a0a'),
        );
        withAlpha(ctx, 0.5, () => strokePath(ctx, 'M 512 330 V 700', '#f0c795', 12));
        fillPath(
          ctx,
          'M 384 520 H 640 V 740 H 384 Z',
          turned(ctx, [384, 640], ['#e9dfcb', '#fbf6ea', '#e6d9c0', '#b7a688']),
        );
        softSpot(ctx, [420, 600, 18, 250], '255, 255, 255', 0.6);
        const leaf = 'M 512 566 C 560 590 560 660 512 690 C 464 660 464 590 512 566 Z';
        strokePath(ctx, leaf, '#5d7247', 7);
        strokePath(ctx, 'M 512 580 V 706', '#5d7247', 6);
      });
    },
  },
};

/** Draws a sample product on its plain background. @throws Error for an unknown key */
export function drawProduct(ctx: SKRSContext2D, key: string): void {
  const product = products[key];
  if (!product) throw new Error(`There is no drawing of ${key}.`);
  const wall = ctx.createLinearGradient(0, 0, 0, productSide);
  wall.addColorStop(0, product.from);
  wall.addColorStop(1, product.to);
  ctx.fillStyle = wall;
  ctx.fillRect(0, 0, productSide, productSide);
  softSpot(ctx, [360, 300, 520, 460], '255, 255, 255', 0.65);
  const floor = ctx.createLinearGradient(0, 700, 0, productSide);
  floor.addColorStop(0, `${product.floor}00`);
  floor.addColorStop(0.4, product.floor);
  floor.addColorStop(1, product.to);
  ctx.fillStyle = floor;
  ctx.fillRect(0, 700, productSide, productSide - 700);
  const [shadowX, radius] = product.shadow;
  softSpot(ctx, [shadowX + 40, floorY + 8, radius * 1.5, 60], '30, 30, 50', 0.28);
  softSpot(ctx, [shadowX, floorY + 4, radius * 1.1, 26], '30, 30, 50', 0.45);
  product.draw(ctx);
}
