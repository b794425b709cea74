import { endFrameOf, headFramesOf, overlapFramesOf, type Placement } from '../../model/placement.ts';
import type { FrameRate } from '../../model/rational-time.ts';
import type { Clip, TransitionStyle } from '../../model/timeline.ts';
import { textElement, type XmlElement, xmlElement } from '../xml/xml-writer.ts';
import type { LaidOutItem } from './xmeml-layout.ts';
import { booleanElement, rateElement } from './xmeml-parts.ts';

interface Effect {
  readonly name: string;
  /** Id for other programs, if it differs from the name. */
  readonly id?: string;
  /** Category, for pictures only. */
  readonly category: string | null;
  readonly wipeCode: number;
}

const dissolve: Effect = { name: 'Cross Dissolve', category: 'Dissolve', wipeCode: 0 };
const crossfade: Effect = {
  name: 'Cross Fade (+3dB)',
  id: 'KGAudioTransCrossFade3dB',
  category: null,
  wipeCode: 0,
};

/** Effects that Premiere and Resolve support. They show an unknown effect as a dissolve. */
const effects: Readonly<Record<TransitionStyle, Effect>> = {
  FADE: dissolve,
  POP: dissolve,
  WIPE: { name: 'Edge Wipe', category: 'Wipe', wipeCode: 1 },
  PAN: { name: 'Push', category: 'Slide', wipeCode: 0 },
  RISE: { name: 'Slide', category: 'Slide', wipeCode: 0 },
};

/** Returns the style of a read transition; unknown ones count as dissolves. */
export function styleOfEffect(name: string | null): TransitionStyle {
  const styles: readonly TransitionStyle[] = ['WIPE', 'PAN', 'RISE'];
  return styles.find((style) => effects[style].name === name) ?? 'FADE';
}

/** Returns the place of the cut, for which the format has three words. */
function alignmentOf(clip: Clip): 'start' | 'center' | 'end' {
  if (headFramesOf(clip) === 0) return 'start';
  return overlapFramesOf(clip) === 0 ? 'end' : 'center';
}

/** Writes the transition into a clip; null for a plain cut. */
export function transitionItem({ startFrame, clip }: Placement, rate: FrameRate): XmlElement | null {
  if (clip.transition === undefined) return null;
  const start = startFrame - headFramesOf(clip);
  const end = startFrame + overlapFramesOf(clip);
  const place = { start, end, alignment: alignmentOf(clip), mediaType: 'video' } as const;
  return transitionElement(place, effects[clip.transition.style], rate);
}

/**
 * Writes the fade at one end of a clip, a transition from or to nothing. Null without one, or at another transition.
 */
export function fadeItem(item: LaidOutItem, end: 'in' | 'out', rate: FrameRate): XmlElement | null {
  const { placement, mediaType, fades } = item;
  if ((end === 'in' ? fades.inFrames : fades.outFrames) === 0) return null;
  const startFrame = placement.startFrame;
  const endFrame = endFrameOf(placement);
  const range =
    end === 'in'
      ? ({ start: startFrame, end: startFrame + fades.inFrames, alignment: 'start-black' } as const)
      : ({ start: endFrame - fades.outFrames, end: endFrame, alignment: 'end-black' } as const);
  return transitionElement({ ...range, mediaType }, mediaType === 'video' ? dissolve : crossfade, rate);
}

interface TransitionPlace {
  readonly start: number;
  readonly end: number;
  readonly alignment: 'start' | 'center' | 'end' | 'start-black' | 'end-black';
  readonly mediaType: 'video' | 'audio';
}

function transitionElement(
  { start, end, alignment, mediaType }: TransitionPlace,
  { name, id = name, category, wipeCode }: Effect,
  rate: FrameRate,
): XmlElement {
  return xmlElement('transitionitem', {}, [
    textElement('start', start),
    textElement('end', end),
    textElement('alignment', alignment),
    rateElement(rate),
    xmlElement('effect', {}, [
      textElement('name', name),
      textElement('effectid', id),
      category === null ? null : textElement('effectcategory', category),
      textElement('effecttype', 'transition'),
      textElement('mediatype', mediaType),
      textElement('wipecode', wipeCode),
      textElement('wipeaccuracy', 100),
      textElement('startratio', 0),
      textElement('endratio', 1),
      booleanElement('reverse', false),
    ]),
  ]);
}
