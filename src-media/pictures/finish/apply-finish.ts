import type { SKRSContext2D } from '@napi-rs/canvas';
import { makeRoughNoise } from '../art/noise.ts';
import { Speckle, editPixels } from '../art/pixels.ts';
import type { Finish } from '../look/look.ts';

/** Cell size in pixels of the grid on which paper fibres are computed. */
const fibreCell = 4;

/**
 * Applies the look's finish to a picture: darker corners, paper, film grain. Also adds noise below one shade, so that
 * gradients do not show bands.
 */
export function applyFinish(
  ctx: SKRSContext2D,
  width: number,
  height: number,
  finish: Finish,
  seed: string,
): void {
  const speckle = new Speckle(seed);
  const fibres = finish.paper > 0 ? fibreMap(width, height, seed) : null;
  const columns = Math.ceil(width / fibreCell) + 1;
  const shade = vignetteOf(width, height, finish.vignette);
  const fibreStrength = 0.028 * finish.paper;
  const noiseStrength = (1.6 + 11 * finish.grain) / 255;
  editPixels(ctx, width, height, (bytes) => {
    for (let y = 0; y < height; y++) {
      const fibreRow = Math.floor(y / fibreCell) * columns;
      for (let x = 0; x < width; x++) {
        const fibre = fibres ? (fibres[fibreRow + ((x / fibreCell) | 0)] ?? 0) : 0;
        const light = (shade ? shade.at(x, y) : 1) * (1 + fibreStrength * fibre);
        const noise = (speckle.at(x, y) - 127.5) * noiseStrength;
        const at = 4 * (y * width + x);
        bytes[at] = (bytes[at] ?? 0) * light + noise;
        bytes[at + 1] = (bytes[at + 1] ?? 0) * light + noise;
        bytes[at + 2] = (bytes[at + 2] ?? 0) * light + noise;
      }
    }
  });
}

function fibreMap(width: number, height: number, seed: string): Float32Array {
  const columns = Math.ceil(width / fibreCell) + 1;
  const rows = Math.ceil(height / fibreCell) + 1;
  const noise = makeRoughNoise(`${seed} fibre`, 2, 0.7);
  const fibres = new Float32Array(columns * rows);
  for (let index = 0; index < fibres.length; index++) {
    fibres[index] = noise((index % columns) / 1.9, Math.floor(index / columns) / 1.9);
  }
  return fibres;
}

/** Returns the light that remains at a pixel: full in the middle, less in the corners. Null for no darkening. */
function vignetteOf(width: number, height: number, strength: number) {
  if (strength === 0) return null;
  const across = Float32Array.from({ length: width }, (_, x) => 2 * (x / width - 0.5) ** 2);
  const down = Float32Array.from({ length: height }, (_, y) => 2.2 * (y / height - 0.47) ** 2 - 0.18);
  const fall = 1.35;
  const most = 0.62 * strength;
  return {
    at: (x: number, y: number) => {
      const away = fall * ((across[x] ?? 0) + (down[y] ?? 0));
      return away <= 0 ? 1 : 1 - most * Math.min(1, away);
    },
  };
}
