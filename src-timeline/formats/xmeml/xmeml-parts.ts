import { isNtscRate, nominalFramesPerSecond } from '../../model/frame-rate.ts';
import type { FrameRate } from '../../model/rational-time.ts';
import { formatTimecode } from '../../model/timecode.ts';
import { textElement, type XmlElement, xmlElement } from '../xml/xml-writer.ts';

/** Writes upper case, because some readers accept no other spelling. */
export function booleanElement(name: string, value: boolean): XmlElement {
  return textElement(name, value ? 'TRUE' : 'FALSE');
}

export function rateElement(rate: FrameRate): XmlElement {
  return xmlElement('rate', {}, [
    textElement('timebase', nominalFramesPerSecond(rate)),
    booleanElement('ntsc', isNtscRate(rate)),
  ]);
}

/** Writes the same time as a label and as a true frame count. Drop-frame labels have semicolons throughout. */
export function timecodeElement(frames: number, rate: FrameRate, isDropFrame: boolean): XmlElement {
  const label = formatTimecode(frames, rate, isDropFrame);
  return xmlElement('timecode', {}, [
    rateElement(rate),
    textElement('string', isDropFrame ? label.replaceAll(':', ';') : label),
    textElement('frame', frames),
    textElement('displayformat', isDropFrame ? 'DF' : 'NDF'),
  ]);
}

/** Writes square pixels and progressive frames. */
export function pictureCharacteristics(
  size: { readonly width: number; readonly height: number },
  rate: FrameRate,
): XmlElement {
  return xmlElement('samplecharacteristics', {}, [
    rateElement(rate),
    textElement('width', size.width),
    textElement('height', size.height),
    booleanElement('anamorphic', false),
    textElement('pixelaspectratio', 'square'),
    textElement('fielddominance', 'none'),
  ]);
}

export function soundCharacteristics(audioRate: number): XmlElement {
  return xmlElement('samplecharacteristics', {}, [
    textElement('depth', 16),
    textElement('samplerate', audioRate),
  ]);
}
