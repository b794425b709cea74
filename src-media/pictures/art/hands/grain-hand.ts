import { type CanvasGradient, createCanvas, type Path2D } from '@napi-rs/canvas';
import type { Box } from '../geometry.ts';
import { Speckle, editPixels } from '../pixels.ts';
import { drawInside, makeFlatHand } from './flat-hand.ts';
import type { Hand, HandSheet, Part } from './hand.ts';

/** Scale of the shade map. In the map 128 leaves a pixel unchanged; lower values darken, higher ones lighten. */
const shadeScale = 0.5;

/** Creates a hand that gives flat shapes volume by sprayed grain: light towards the sun, shade away from it. */
export function makeGrainHand(sheet: HandSheet): Hand {
  const flat = makeFlatHand(sheet);
  const { width, height, unit } = sheet;
  const shade = createCanvas(Math.ceil(width * shadeScale), Math.ceil(height * shadeScale)).getContext('2d');
  shade.scale(shadeScale, shadeScale);
  shade.fillStyle = gray(128);
  shade.fillRect(0, 0, width, height);
  const shadePath = (path: Path2D, part: Part) => {
    const [left, top, right, bottom] = path.getBounds();
    shade.fillStyle =
      part === 'land'
        ? ramp(shade.createLinearGradient(0, top, 0, top + 46 * unit), [158, 126, 84])
        : ramp(
            shade.createLinearGradient(left, top, right, bottom),
            part === 'light' ? [140, 128, 116] : [160, 132, 72],
          );
    shade.fill(path);
  };
  return {
    sky: (box: Box, top, bottom) => {
      flat.sky(box, top, bottom);
      shade.fillStyle = ramp(shade.createLinearGradient(0, box.y, 0, box.y + box.height), [96, 128, 142]);
      shade.fillRect(box.x, box.y, box.width, box.height);
    },
    area: (path, color, part) => {
      flat.area(path, color, part);
      if (part !== 'mark' && part !== 'halo' && part !== 'panel') shadePath(path, part);
    },
    line: flat.line,
    inside: (path, draw) => flat.inside(path, () => drawInside(shade, path, draw)),
    finish: () => {
      const shadeWidth = Math.ceil(width * shadeScale);
      const map = shade.getImageData(0, 0, shadeWidth, Math.ceil(height * shadeScale)).data;
      spray(sheet, (x, y) => map[4 * ((y >> 1) * shadeWidth + (x >> 1))] ?? 128);
    },
  };
}

function spray({ ctx, width, height, seed }: HandSheet, shadeAt: (x: number, y: number) => number): void {
  const speckle = new Speckle(seed);
  editPixels(ctx, width, height, (bytes) => {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const shade = shadeAt(x, y) - 128;
        if (shade === 0) continue;
        const isHit = speckle.at(x >> 1, y >> 1) < Math.abs(shade) * 1.7;
        const strength = shade * (isHit ? 0.0026 : 0.0007);
        const at = 4 * (y * width + x);
        for (let channel = at; channel < at + 3; channel++) {
          const value = bytes[channel] ?? 0;
          bytes[channel] = strength < 0 ? value * (1 + strength) : value + (255 - value) * strength;
        }
      }
    }
  });
}

function ramp(gradient: CanvasGradient, levels: readonly number[]): CanvasGradient {
  levels.forEach((level, index) => gradient.addColorStop(index / (levels.length - 1), gray(level)));
  return gradient;
}

function gray(level: number): string {
  return `rgb(${level} ${level} ${level})`;
}
