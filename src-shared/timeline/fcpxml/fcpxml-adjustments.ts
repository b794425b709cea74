import type { Clip, MediaReference, Timeline } from '../timeline.ts';
import { type XmlElement, xmlElement } from '../xml-writer.ts';
import { formatFcpxmlTime } from './fcpxml-time.ts';

export interface AdjustedClip {
  readonly clip: Clip;
  readonly media: MediaReference;
  readonly timeline: Timeline;
  /** Where the clip's own time begins. */
  readonly localStart: number;
}

interface Keyframe {
  readonly frame: number;
  readonly value: string;
}

const decimals = 5;

/** A number without trailing zeros; as many places as keep a pixel of any frame. */
function plainNumber(value: number): string {
  return String(Number(value.toFixed(decimals)));
}

function animation({ timeline, localStart }: AdjustedClip, keyframes: readonly Keyframe[]): XmlElement {
  return xmlElement(
    'keyframeAnimation',
    {},
    keyframes.map(({ frame, value }) =>
      xmlElement('keyframe', { time: formatFcpxmlTime(localStart + frame, timeline.frameRate), value }),
    ),
  );
}

/** Final Cut first fits a picture into the frame, and scales that. */
function fittedScale({ media, timeline }: AdjustedClip): number {
  if (media.size === null) return 1;
  return Math.min(timeline.width / media.size.width, timeline.height / media.size.height);
}

/**
 * Scale and place of a picture. Final Cut counts places in hundredths of the frame's height, upwards.
 * Null for a picture that fills the frame.
 */
export function transformElement(adjusted: AdjustedClip): XmlElement | null {
  const { motion } = adjusted.clip;
  if (motion === undefined || motion.length === 0) return null;
  const { width, height } = adjusted.timeline;
  const fit = fittedScale(adjusted);
  const points = motion.map(({ frame, scale, x, y }) => {
    const relative = plainNumber(scale / fit);
    const position = `${plainNumber((x * 100 * width) / height)} ${plainNumber(-y * 100)}`;
    return { frame, scale: `${relative} ${relative}`, position };
  });
  const [first] = points;
  if (points.length === 1)
    return xmlElement('adjust-transform', {
      position: first?.position ?? '0 0',
      scale: first?.scale ?? '1 1',
    });
  const parameter = (name: 'position' | 'scale'): XmlElement =>
    xmlElement('param', { name }, [
      animation(
        adjusted,
        points.map((point) => ({ frame: point.frame, value: point[name] })),
      ),
    ]);
  return xmlElement('adjust-transform', {}, [parameter('position'), parameter('scale')]);
}

/** How loud a clip is. Null for sound as it was recorded. */
export function volumeElement(adjusted: AdjustedClip): XmlElement | null {
  const { levels } = adjusted.clip;
  if (levels === undefined || levels.length === 0) return null;
  const keyframes = levels.map(({ frame, levelDb }) => ({ frame, value: `${levelDb.toFixed(1)}dB` }));
  if (keyframes.length === 1) return xmlElement('adjust-volume', { amount: keyframes[0]?.value ?? '0dB' });
  return xmlElement('adjust-volume', {}, [
    xmlElement('param', { name: 'amount' }, [animation(adjusted, keyframes)]),
  ]);
}
