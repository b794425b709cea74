import {
  clipped,
  fillEllipse,
  fillPath,
  softSpot,
  strokePath,
  withAlpha,
} from '../../src-media/avatars/character/paint.ts';
import { floorY, type ProductScene } from './product-scene.ts';

/** Scenes of products that people wear. */
export const wornProducts: Readonly<Record<string, ProductScene>> = {
  shoe: {
    from: '#eef3fb',
    to: '#cddcf1',
    floor: '#bccfe9',
    shadow: [520, 370],
    draw: (ctx) => {
      ctx.save();
      ctx.translate(0, floorY * 0.2);
      ctx.scale(1, 0.8);
      const upper =
        'M 196 700 C 186 600 196 500 226 424 C 250 400 300 398 330 424 C 352 480 404 492 450 470 C 520 540 600 590 700 612 C 790 630 850 650 862 716 L 862 752 L 196 752 Z';
      const light = ctx.createLinearGradient(300, 400, 640, 760);
      light.addColorStop(0, '#ff9580');
      light.addColorStop(0.5, '#f56a55');
      light.addColorStop(1, '#d54938');
      fillPath(ctx, upper, light);
      clipped(ctx, upper, () => {
        fillPath(
          ctx,
          'M 180 760 C 180 640 200 520 250 430 L 300 440 C 270 560 300 640 380 690 L 380 760 Z',
          '#c43e30',
        );
        fillPath(ctx, 'M 720 600 C 690 660 720 720 760 760 H 880 V 600 Z', '#d94c3b');
        fillPath(ctx, 'M 330 690 C 430 640 500 600 560 530 L 612 574 C 560 660 460 730 340 752 Z', '#fff3ea');
        softSpot(ctx, [420, 540, 120, 60], '255, 255, 255', 0.25);
        for (let x = 620; x < 720; x += 26)
          for (let y = 630; y < 740; y += 26)
            withAlpha(ctx, 0.2, () => fillEllipse(ctx, [x, y, 5, 5], '#7a1d14'));
      });
      fillPath(ctx, 'M 330 424 C 352 480 404 492 450 470 L 470 440 C 420 440 380 420 366 384 Z', '#8f2a20');
      fillPath(
        ctx,
        'M 210 440 C 214 400 226 380 250 376 C 290 372 330 380 366 384 C 352 404 340 420 334 436 C 300 404 250 404 210 440 Z',
        '#a5342a',
      );
      for (const [x, y] of [
        [452, 486],
        [500, 524],
        [552, 560],
        [606, 590],
      ] as const) {
        strokePath(ctx, `M ${x - 26} ${y + 26} L ${x + 30} ${y - 24}`, '#ffffff', 13);
      }
      ctx.restore();
      const sole =
        'M 180 738 C 300 752 600 744 880 716 C 912 720 912 780 872 800 C 800 836 340 840 220 830 C 176 822 168 770 180 738 Z';
      fillPath(ctx, sole, '#fdfdfb');
      clipped(ctx, sole, () => {
        fillPath(ctx, 'M 160 806 C 400 830 700 820 920 780 V 850 H 160 Z', '#d7dde6');
        fillPath(ctx, 'M 160 824 C 400 842 700 834 920 800 V 850 H 160 Z', '#3b4657');
        withAlpha(ctx, 0.35, () => strokePath(ctx, 'M 240 790 C 420 806 640 796 840 766', '#9fb0c6', 6));
      });
    },
  },
  headphones: {
    from: '#eaf0fb',
    to: '#c3cfe8',
    floor: '#b3c1df',
    shadow: [512, 300],
    draw: (ctx) => {
      strokePath(ctx, 'M 272 610 C 250 110 774 110 752 610', '#17264d', 60);
      strokePath(ctx, 'M 276 590 C 262 128 762 128 748 590', '#2c4282', 40);
      withAlpha(ctx, 0.45, () => strokePath(ctx, 'M 270 560 C 268 124 756 124 742 560', '#6f88d2', 7));
      strokePath(ctx, 'M 384 268 C 440 206 584 206 640 268', '#c79a6b', 30);
      for (const flip of [1, -1]) {
        ctx.save();
        ctx.translate(512, 0);
        ctx.scale(flip, 1);
        ctx.fillStyle = '#b98557';
        ctx.beginPath();
        ctx.roundRect(120, 530, 74, 270, 36);
        ctx.fill();
        ctx.fillStyle = '#dcb186';
        ctx.beginPath();
        ctx.roundRect(128, 536, 40, 258, 20);
        ctx.fill();
        const cup = ctx.createLinearGradient(180, 520, 330, 820);
        cup.addColorStop(0, '#4460ad');
        cup.addColorStop(0.5, '#263a75');
        cup.addColorStop(1, '#13204a');
        ctx.fillStyle = cup;
        ctx.beginPath();
        ctx.roundRect(176, 506, 142, 320, 68);
        ctx.fill();
        withAlpha(ctx, 0.35, () => strokePath(ctx, 'M 250 560 C 290 590 290 740 250 772', '#9db0ea', 7));
        ctx.restore();
      }
    },
  },
};
