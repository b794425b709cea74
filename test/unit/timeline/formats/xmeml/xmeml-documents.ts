import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { outlineTracks } from '../outline-timeline.ts';

/** Rate of the documents: 29.97. */
export const rate = '<rate><timebase>30</timebase><ntsc>True</ntsc></rate>';
export const size = '<samplecharacteristics><width>1920</width><height>1080</height></samplecharacteristics>';

export const camera = `<file id="file-1"><name>A001.MOV</name><pathurl>file://localhost/D%3a/Rushes/A001.MOV</pathurl>${rate}<duration>500</duration>
  <timecode>${rate}<string>01;00;00;00</string><displayformat>DF</displayformat></timecode>
  <media><video>${size}</video><audio><channelcount>1</channelcount></audio><audio><channelcount>1</channelcount></audio></media></file>`;
export const picture = `<file id="file-2"><name>Logo.psd</name><pathurl>file://localhost/Volumes/Logo.psd</pathurl>${rate}<media><video>${size}</video></media></file>`;

export interface ItemParts {
  readonly id?: string;
  readonly file?: string;
  readonly range: readonly [start: number, end: number, from: number, to: number];
  readonly more?: string;
}

export function item({
  id = '',
  file = camera,
  range: [start, end, from, to],
  more = '',
}: ItemParts): string {
  return `<clipitem id="${id}" premiereChannelType="stereo"><name>Item</name>${rate}<start>${String(start)}</start><end>${String(end)}</end>
    <in>${String(from)}</in><out>${String(to)}</out><pproTicksIn>1</pproTicksIn>${file}${more}</clipitem>`;
}

export function transition(start: number, end: number, alignment: string): string {
  return `<transitionitem>${rate}<start>${String(start)}</start><end>${String(end)}</end><alignment>${alignment}</alignment></transitionitem>`;
}

interface Parts {
  readonly video?: string;
  readonly audio?: string;
  readonly head?: string;
}

export function documentOf({ video = '', audio = '', head = rate }: Parts): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE xmeml>
<xmeml version="5"><project><name>P</name><children>
  <bin><name>B</name><children><clip id="c"><name>x</name>${picture}<sequence/></clip></children></bin>
  <sequence id="s" TL.SQAudioVisibleBase="0"><name> Edited v2 </name>${head}
    <timecode><string>00;59;59;28</string><displayformat>DF</displayformat></timecode>
    <media><video><format>${size}</format>${video}</video><audio>${audio}</audio></media></sequence>
</children></project></xmeml>`;
}

export function outline(timeline: Timeline): string[] {
  return outlineTracks(timeline, ({ kind }) => kind);
}

export const track = (...items: string[]): string =>
  `<track premiereTrackType="Stereo">${items.join('')}<enabled>TRUE</enabled></track>`;
