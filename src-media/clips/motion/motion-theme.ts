import { contrastOf, type Hex, lightnessOf, mixColors, shiftLightness } from '../../pictures/color/color.ts';
import { chooseLook } from '../../pictures/look/choose-look.ts';
import { tuneLook } from '../../pictures/look/tune-look.ts';
import { turnOf } from '../../pictures/random.ts';
import type { MotionTheme } from './motion-stage.ts';

/** Styles to choose from if the prompt names none. */
const unasked = ['minimal', 'corporate', 'modern'] as const;

/** Chooses colours and type from the prompt. Transparent graphics get white words on dark. */
export function chooseTheme(prompt: string, seed: string, isTransparent: boolean): MotionTheme {
  const fallback = unasked[turnOf('manner', seed, unasked.length)] ?? 'minimal';
  const look = tuneLook(chooseLook(`${prompt} ${fallback}`, seed), prompt);
  const scheme = look.schemes[turnOf('scheme', seed, look.schemes.length)] ?? look.schemes[0];
  const ground: Hex = isTransparent ? '#12151b' : scheme.ground;
  const ink: Hex = isTransparent ? '#ffffff' : readable(scheme.ink, ground, 7);
  return {
    ground,
    ink,
    accent: readable(scheme.accent, ground, 3),
    second: readable(scheme.second, ground, 2),
    third: readable(scheme.third, ground, 2),
    panel: isTransparent ? '#12151b' : mixColors(scheme.ground, scheme.ink, 0.08),
    headline: look.type.headline,
    label: look.type.label,
    figure: look.type.figure,
    quote: look.type.quote,
  };
}

/** Moves a colour away from the background until it has the contrast. */
function readable(color: Hex, ground: Hex, contrast: number): Hex {
  const step = lightnessOf(ground) < 0.55 ? 0.03 : -0.03;
  let moved = color;
  for (let tries = 0; tries < 30 && contrastOf(moved, ground) < contrast; tries += 1)
    moved = shiftLightness(moved, step);
  return moved;
}
