import type { Placement } from '../placement.ts';
import type { FrameRate } from '../rational-time.ts';
import type { TransitionStyle } from '../timeline.ts';
import { textElement, type XmlElement, xmlElement } from '../xml-writer.ts';
import { booleanElement, rateElement } from './xmeml-parts.ts';

interface Effect {
  readonly name: string;
  readonly category: string;
  readonly wipeCode: number;
}

const dissolve: Effect = { name: 'Cross Dissolve', category: 'Dissolve', wipeCode: 0 };

/** What Premiere and Resolve know; they make a dissolve of what they do not. */
const effects: Readonly<Record<TransitionStyle, Effect>> = {
  FADE: dissolve,
  POP: dissolve,
  WIPE: { name: 'Edge Wipe', category: 'Wipe', wipeCode: 1 },
  PAN: { name: 'Push', category: 'Slide', wipeCode: 0 },
  RISE: { name: 'Slide', category: 'Slide', wipeCode: 0 },
};

/** The transition into a clip, beginning at the cut; null for a plain cut. */
export function transitionItem({ startFrame, clip }: Placement, rate: FrameRate): XmlElement | null {
  if (clip.transition === undefined) return null;
  const { name, category, wipeCode } = effects[clip.transition.style];
  return xmlElement('transitionitem', {}, [
    textElement('start', startFrame),
    textElement('end', startFrame + clip.transition.durationFrames),
    textElement('alignment', 'start'),
    rateElement(rate),
    xmlElement('effect', {}, [
      textElement('name', name),
      textElement('effectid', name),
      textElement('effectcategory', category),
      textElement('effecttype', 'transition'),
      textElement('mediatype', 'video'),
      textElement('wipecode', wipeCode),
      textElement('wipeaccuracy', 100),
      textElement('startratio', 0),
      textElement('endratio', 1),
      booleanElement('reverse', false),
    ]),
  ]);
}
