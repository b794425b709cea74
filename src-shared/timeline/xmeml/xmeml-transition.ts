import { headFramesOf, overlapFramesOf, type Placement } from '../placement.ts';
import type { FrameRate } from '../rational-time.ts';
import type { Clip, TransitionStyle } from '../timeline.ts';
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

/** What a transition of a read document looks like; any other than ours counts as a dissolve. */
export function styleOfEffect(name: string | null): TransitionStyle {
  const styles: readonly TransitionStyle[] = ['WIPE', 'PAN', 'RISE'];
  return styles.find((style) => effects[style].name === name) ?? 'FADE';
}

/** Where the cut is: the format has a word for three places of it. */
function alignmentOf(clip: Clip): 'start' | 'center' | 'end' {
  if (headFramesOf(clip) === 0) return 'start';
  return overlapFramesOf(clip) === 0 ? 'end' : 'center';
}

/** The transition into a clip; null for a plain cut. */
export function transitionItem({ startFrame, clip }: Placement, rate: FrameRate): XmlElement | null {
  if (clip.transition === undefined) return null;
  const { name, category, wipeCode } = effects[clip.transition.style];
  return xmlElement('transitionitem', {}, [
    textElement('start', startFrame - headFramesOf(clip)),
    textElement('end', startFrame + overlapFramesOf(clip)),
    textElement('alignment', alignmentOf(clip)),
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
