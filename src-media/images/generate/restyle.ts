import { lightnessOf } from '../../pictures/color/color.ts';
import type { Look } from '../../pictures/look/look.ts';
import type { Scheme } from '../../pictures/look/scheme.ts';
import type { Raster } from '../raster.ts';
import {
  smoothSoftAreas,
  develop,
  edgesOf,
  glow,
  halftone,
  ink,
  mapGradient,
  paint,
  posterize,
  rgbOf,
} from './filters.ts';

/** Returns the colours of a scheme from dark to light. */
function rampOf(scheme: Scheme) {
  const colors = [
    scheme.near,
    scheme.ink,
    scheme.accent,
    scheme.second,
    scheme.third,
    scheme.light,
    scheme.ground,
  ];
  return [...colors].sort((left, right) => lightnessOf(left) - lightnessOf(right)).map(rgbOf);
}

/** Returns ink and paper of a scheme; the darker of the two is the ink. */
function inkAndPaper({ ink: first, ground }: Scheme) {
  const isDarkInk = lightnessOf(first) < lightnessOf(ground);
  return { pen: rgbOf(isDarkInk ? first : ground), paper: rgbOf(isDarkInk ? ground : first) };
}

/** Redraws a picture in a look: painted, drawn, printed or graded in the look's colours. */
export async function restyle(raster: Raster, look: Look, scheme: Scheme, seed: string): Promise<Raster> {
  const unit = Math.min(raster.width, raster.height) / 100;
  const { pen, paper } = inkAndPaper(scheme);
  const brush = Math.max(2, Math.round(unit * 0.9));
  switch (look.redraw) {
    case 'watercolor':
      return develop(
        mapGradient(paint(raster, brush), [...rampOf(scheme), [252, 249, 242]], 0.22),
        8,
        0,
        seed,
      );
    case 'paper':
      return mapGradient(
        posterize(paint(await smoothSoftAreas(raster, unit), brush), 5),
        rampOf(scheme),
        0.45,
      );
    case 'flat':
      return mapGradient(
        posterize(paint(await smoothSoftAreas(raster, unit), brush), 6),
        rampOf(scheme),
        0.35,
      );
    case 'pop':
      return ink(posterize(paint(raster, Math.max(2, brush >> 1)), 4), await edgesOf(raster, unit), pen);
    case 'plan':
    case 'line':
    case 'sketch': {
      const quiet = mapGradient(
        raster,
        [mixed(pen, paper, 0.35), paper, paper],
        look.redraw === 'sketch' ? 0.82 : 0.94,
      );
      return ink(quiet, await edgesOf(raster, unit), pen);
    }
    case 'halftone':
      return halftone(raster, Math.max(4, unit * 0.75), pen, paper);
    case 'film':
      return develop(
        mapGradient(raster, rampOf(scheme), 0.3),
        10 + 14 * look.finish.grain,
        0.35 + look.finish.vignette * 0.3,
        seed,
      );
    case 'glow': {
      const night = [8, 6, 22] as const;
      const stops = [night, night, rgbOf(scheme.near), rgbOf(scheme.accent), rgbOf(scheme.light)];
      return glow(mapGradient(raster, stops, 0.8), unit);
    }
  }
}

function mixed(
  from: readonly [number, number, number],
  to: readonly [number, number, number],
  share: number,
) {
  const mix = (channel: 0 | 1 | 2) => Math.round(from[channel] + (to[channel] - from[channel]) * share);
  return [mix(0), mix(1), mix(2)] as const;
}
