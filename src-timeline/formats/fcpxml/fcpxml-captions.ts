import { shownCaptions } from '../../model/arrange-captions.ts';
import type { Caption, Timeline } from '../../model/timeline.ts';
import { inlineElement, type XmlElement, xmlElement } from '../xml/xml-writer.ts';
import type { AnchoredItem } from './fcpxml-clip.ts';
import { roleOfCaptions } from './fcpxml-role.ts';
import { formatFcpxmlTime, ownTimeStartFrame } from './fcpxml-time.ts';

/** Style that Final Cut itself gives captions of SRT files. */
const captionStyle = {
  font: '.AppleSystemUIFont',
  fontSize: 13,
  fontFace: 'Regular',
  fontColor: '1 1 1 1',
  backgroundColor: '0 0 0 1',
};

function captionElement(
  timeline: Timeline,
  caption: Caption,
  styleId: string,
  place: XmlElement['attributes'],
): XmlElement {
  const time = (frames: number): string => formatFcpxmlTime(frames, timeline.frameRate);
  const text = xmlElement('text', { placement: 'bottom' }, [
    xmlElement('text-style', { ref: styleId }, caption.lines.join('\n')),
  ]);
  return xmlElement(
    'caption',
    {
      ...place,
      name: caption.lines.join(' '),
      start: time(ownTimeStartFrame(timeline.frameRate)),
      duration: time(caption.durationFrames),
    },
    [
      inlineElement(text),
      xmlElement('text-style-def', { id: styleId }, [xmlElement('text-style', captionStyle)]),
    ],
  );
}

/** Builds all captions, each language on its own lane from `firstLane` up. Style ids are unique in the document. */
export function buildCaptionItems(timeline: Timeline, firstLane: number): readonly AnchoredItem[] {
  const items: AnchoredItem[] = [];
  timeline.captionTracks.forEach(({ languageCode, captions }, index) => {
    const role = roleOfCaptions(languageCode);
    for (const caption of shownCaptions(captions)) {
      const styleId = `ts${String(items.length + 1)}`;
      items.push({
        startFrame: caption.startFrame,
        build: (offsetFrames) =>
          captionElement(timeline, caption, styleId, {
            lane: firstLane + index,
            offset: formatFcpxmlTime(offsetFrames, timeline.frameRate),
            role,
          }),
      });
    }
  });
  return items;
}
