import { expect, test } from 'vitest';
import { diffCuts } from '../../../../src-timeline/diff/diff-cuts.ts';
import { sentenceOf } from '../../../../src-timeline/diff/sentences.ts';
import { readKdenlive } from '../../../../src-timeline/formats/kdenlive/kdenlive.ts';
import { readShotcut } from '../../../../src-timeline/formats/shotcut/shotcut.ts';
import type { Timeline } from '../../../../src-timeline/model/timeline.ts';
import { kdenliveProject, producerXml, shotcutProject } from '../formats/mlt/mlt-documents.ts';

type Properties = Readonly<Record<string, string>>;

const filterXml = (properties: Properties): string =>
  `<filter>${Object.entries(properties)
    .map(([name, value]) => `<property name="${name}">${value}</property>`)
    .join('')}</filter>`;

function cutOfShotcut(...filters: readonly Properties[]): Timeline {
  const boat = { mlt_service: 'avformat', resource: 'boat.mp4', audio_index: -1 };
  const producer = producerXml('a', boat, filters.map(filterXml).join(''));
  return readShotcut(shotcutProject([producer], '<entry producer="a" in="0" out="24"/>'));
}

const sentences = (before: Timeline, after: Timeline): readonly string[] =>
  diffCuts(before, after).edits.map(({ message }) => sentenceOf(message));

const simple = (argument: string): Properties => ({
  mlt_service: 'dynamictext',
  'shotcut:filter': 'dynamicText',
  argument,
});
const rich = (words: string): Properties => ({
  mlt_service: 'qtext',
  'shotcut:filter': 'richText',
  html: `&lt;p&gt;${words}&lt;/p&gt;`,
});
const gps = (argument: string): Properties => ({
  mlt_service: 'gpstext',
  'shotcut:filter': 'gpsText',
  argument,
});

test.each([
  ['simple', simple],
  ['rich', rich],
  ['GPS', gps],
])('tells the changed words of a %s text of Shotcut, once per text', (_, text) => {
  const before = cutOfShotcut(text('Anna'), text('Harbour'));
  expect(sentences(before, cutOfShotcut(text('Hanna'), text('Harbour')))).toEqual([
    'Scene 1: picture “boat.mp4” shows the text “Hanna” (was “Anna”)',
  ]);
  expect(sentences(before, cutOfShotcut(text('Harbour'), text('Anna')))).toEqual([]);
  expect(sentences(before, before)).toEqual([]);
});

test('tells the changed words of a text of Kdenlive', () => {
  const cutWith = (argument: string): Timeline => {
    const properties = { mlt_service: 'dynamictext', kdenlive_id: 'dynamictext', argument };
    const entry = `<entry producer="a" in="0" out="24">${filterXml(properties)}</entry>`;
    const boat = producerXml('a', { mlt_service: 'avformat', resource: 'boat.mp4', audio_index: -1 });
    return readKdenlive(kdenliveProject([boat], entry));
  };
  expect(sentences(cutWith('#timecode#'), cutWith('Harbour'))).toEqual([
    'Scene 1: picture “boat.mp4” shows the text “Harbour” (was “#timecode#”)',
  ]);
});

test('names a text that was added by its filter alone', () => {
  expect(sentences(cutOfShotcut(simple('Anna')), cutOfShotcut(simple('Anna'), gps('Harbour')))).toEqual([
    'Scene 1: picture “boat.mp4” now has the effect “GPS Text”',
  ]);
});
