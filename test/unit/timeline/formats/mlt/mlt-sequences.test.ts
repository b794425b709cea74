import { expect, test } from 'vitest';
import { readKdenlive, writeKdenlive } from '../../../../../src-timeline/formats/kdenlive/kdenlive.ts';
import { readShotcut, writeShotcut } from '../../../../../src-timeline/formats/shotcut/shotcut.ts';
import {
  SeveralSequencesError,
  type WantedSequence,
} from '../../../../../src-timeline/model/choose-sequence.ts';
import { clip, stillMedia, timelineOf, videoTrack } from '../sample-timelines.ts';
import { kdenliveProject, producerXml } from './mlt-documents.ts';

const profile = '<profile width="1920" height="1080" frame_rate_num="25" frame_rate_den="1"/>';

interface Sequence {
  readonly name: string;
  /** Names of its files without extension, one clip each. */
  readonly files: readonly string[];
}

function producers(sequences: readonly Sequence[]): string {
  const names = new Set(sequences.flatMap(({ files }) => files));
  return [...names]
    .map(
      (name) =>
        `<producer id="${name}" out="99"><property name="length">100</property><property name="resource">${name}.mp4</property><property name="mlt_service">avformat</property></producer>`,
    )
    .join('');
}

const entries = ({ files }: Sequence): string =>
  files.map((name) => `<entry producer="${name}" in="0" out="24"/>`).join('');

/** Returns a project of Kdenlive whose first sequence is the open one. */
function kdenliveWith(...sequences: readonly Sequence[]): string {
  const parts = sequences.map((sequence) => {
    const { name } = sequence;
    return `<playlist id="p ${name}">${entries(sequence)}</playlist>
      <tractor id="t ${name}"><track hide="audio" producer="p ${name}"/></tractor>
      <tractor id="{${name}}"><property name="kdenlive:uuid">{${name}}</property>
        <property name="kdenlive:clipname">${name}</property><track producer="t ${name}"/></tractor>`;
  });
  return `<mlt>${profile}${producers(sequences)}${parts.reverse().join('')}<playlist id="main_bin">
    <property name="kdenlive:docproperties.activetimeline">{${sequences[0]?.name ?? ''}}</property></playlist></mlt>`;
}

/** Returns a document of Shotcut with several timelines, the last one first. */
function shotcutWith(...sequences: readonly Sequence[]): string {
  const parts = sequences.map(
    (
      sequence,
    ) => `<playlist id="p ${sequence.name}"><property name="shotcut:video">1</property>${entries(sequence)}</playlist>
      <tractor id="${sequence.name}"><property name="shotcut">1</property><track producer="p ${sequence.name}"/></tractor>`,
  );
  return `<mlt>${profile}${producers(sequences)}${parts.reverse().join('')}</mlt>`;
}

const programs = [
  [
    'Kdenlive',
    (text: string, wanted: WantedSequence | null) => readKdenlive(text, new Map(), wanted),
    kdenliveWith,
  ],
  ['Shotcut', readShotcut, shotcutWith],
] as const;

const other: Sequence = { name: 'Other film', files: ['cat', 'dog'] };
const cut: Sequence = { name: 'Cut', files: ['pier', 'boat'] };
const wanted: WantedSequence = { name: 'Harbour v001', fileNames: ['pier.mp4', 'boat.mp4', 'gull.mp4'] };

const filesOf = (timeline: ReturnType<typeof readKdenlive>): readonly string[] =>
  timeline.tracks
    .filter(({ kind }) => kind === 'video')
    .flatMap(({ items }) => items.map((item) => (item.kind === 'clip' ? item.name : 'gap')));

test.for(programs)(
  '%s: the sequence that shares most files with the delivery is read',
  ([, read, project]) => {
    const timeline = read(project(other, cut), wanted);
    expect(filesOf(timeline)).toEqual(['pier.mp4', 'boat.mp4']);
  },
);

test.for(programs)(
  '%s: the open sequence is read if nothing is expected, but not if it is empty',
  ([, read, project]) => {
    expect(filesOf(read(project(other, cut), null))).toEqual(['cat.mp4', 'dog.mp4']);
    expect(filesOf(read(project({ name: 'Empty', files: [] }, cut), null))).toEqual(['pier.mp4', 'boat.mp4']);
  },
);

test.for(programs)('%s: sequences that share equally many files are a question', ([, read, project]) => {
  const text = project(cut, { ...cut, name: 'Cut 2' });
  expect(() => read(text, wanted)).toThrow(SeveralSequencesError);
  const chosenKey = project === kdenliveWith ? '{Cut 2}' : 'Cut 2';
  expect(filesOf(read(text, { ...wanted, chosenKey }))).toEqual(['pier.mp4', 'boat.mp4']);
});

const still = stillMedia('still');
const marked = timelineOf({
  media: [still],
  tracks: [videoTrack('Pictures', clip(still, 100))],
  markers: [
    { frame: 10, name: 'Note', note: 'brighter' },
    { frame: 20, name: 'Range', note: '', durationFrames: 30, colour: '#da4453' },
  ],
});

test('guides of Kdenlive keep their lengths and the colours of their categories', () => {
  const { text } = writeKdenlive(marked, { fileName: 'cut.kdenlive' });
  expect(readKdenlive(text).markers).toEqual(marked.markers);
});

test('a guide of Kdenlive has the colour that its project gives the category', () => {
  const { text } = writeKdenlive(marked, { fileName: 'cut.kdenlive' });
  const categories = JSON.stringify([{ color: '#ff0000', comment: 'Client', index: 8 }]);
  const recoloured = text.replace(
    '<property name="xml_retain">',
    `<property name="kdenlive:docproperties.guidesCategories">${categories.replaceAll('"', '&quot;')}</property>$&`,
  );
  expect(readKdenlive(recoloured).markers?.[1]).toMatchObject({ name: 'Range', colour: '#ff0000' });
});

test('markers of Shotcut keep their lengths and colours', () => {
  expect(readShotcut(writeShotcut(marked)).markers).toEqual(marked.markers);
});

test('the timecode of the first frame is where Kdenlive 26.08 shows it in its ruler', () => {
  const { text } = writeKdenlive({ ...marked, startFrame: 90_000 }, { fileName: 'cut.kdenlive' });
  const name = 'kdenlive:sequenceproperties.kdenlive:sequenceproperties.timecodeOffset';
  expect(text).toContain(`<property name="${name}">90000</property>`);
  expect(readKdenlive(text.replace('>90000<', '>180000<')).startFrame).toBe(180_000);
});

test('the markers of a file of Kdenlive are at the clips that show them', () => {
  const markers = JSON.stringify([
    { comment: 'client: brighter', pos: 30, type: 0, duration: 0 },
    { comment: 'range', pos: 60, type: 8, duration: 5 },
  ]);
  const file = { mlt_service: 'avformat', resource: 'a.mp4', 'kdenlive:id': 4, 'kdenlive:markers': markers };
  const uses = ['20" out="39', '50" out="74'].map((range) => `<entry producer="a" in="${range}"/>`);
  const { tracks } = readKdenlive(kdenliveProject([producerXml('a', file)], uses.join('')));
  expect(tracks[0]?.items).toMatchObject([
    { markers: [{ frame: 10, name: 'client', note: 'brighter' }] },
    { markers: [{ frame: 10, name: 'range', durationFrames: 5, colour: '#da4453' }] },
  ]);
});
