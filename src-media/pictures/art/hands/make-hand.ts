import { makeFlatHand } from './flat-hand.ts';
import type { Hand, HandSheet } from './hand.ts';
import { makeLineHand } from './line-hand.ts';
import { makePaperHand } from './paper-hand.ts';
import { makeSketchHand } from './sketch-hand.ts';
import { makeWatercolorHand } from './watercolor-hand.ts';

/** All hands by name. */
export const hands = {
  flat: makeFlatHand,
  paper: makePaperHand,
  watercolor: makeWatercolorHand,
  plan: (sheet: HandSheet) => makeLineHand(sheet, { hasGrid: true }),
  line: (sheet: HandSheet) => makeLineHand(sheet, { hasGrid: false }),
  sketch: makeSketchHand,
};

type HandName = keyof typeof hands;

/** Creates the hand of a look. */
export function makeHand(name: HandName, sheet: HandSheet): Hand {
  return hands[name](sheet);
}
