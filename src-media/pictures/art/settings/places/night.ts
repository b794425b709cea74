import { lightnessOf, mixColors, shiftLightness } from '../../../color/color.ts';
import type { Scheme } from '../../../look/scheme.ts';

/** Returns a night version of the scheme: a deep sky and even darker land. */
export function nightScheme(scheme: Scheme): Scheme {
  if (lightnessOf(scheme.ground) < 0.45) return scheme;
  const deep = mixColors(scheme.near, '#0a0d1a', 0.55);
  return {
    ...scheme,
    ground: deep,
    ink: mixColors(scheme.light, '#ffffff', 0.8),
    skyTop: shiftLightness(deep, -0.03),
    skyBottom: mixColors(deep, scheme.far, 0.38),
    far: mixColors(deep, scheme.far, 0.26),
    near: mixColors(deep, '#05060c', 0.55),
    light: mixColors(scheme.light, '#fff3d6', 0.35),
  };
}
