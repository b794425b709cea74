import { expect, test } from 'vitest';
import { diffCuts } from '../../../../src-timeline/diff/diff-cuts.ts';
import type { TimelineFormat } from '../../../../src-timeline/model/timeline.ts';
import { clip, timelineOf, videoMedia, videoTrack } from '../formats/sample-timelines.ts';

const boat = videoMedia('boat', 400);

function namesOfAdded(format: TimelineFormat, ...ids: readonly string[]): readonly (readonly string[])[] {
  const unread = ids.map((name) => ({ format, name, source: '<filter/>' }));
  const cutWith = (effects: typeof unread) =>
    timelineOf({ media: [boat], tracks: [videoTrack('Pictures', clip(boat, 100, { unread: effects }))] });
  const { edits } = diffCuts(cutWith([]), cutWith(unread));
  return edits.map((edit) => (edit.kind === 'effect' ? edit.names : []));
}

test('names effects of Kdenlive and Shotcut by the words of their ids, or by words for ids that say nothing', () => {
  const ids = [
    'audioGain',
    'frei0r.glow',
    'box_blur',
    'constructor',
    'avfilter.eq',
    'qtblend',
    'ladspa.1882',
  ];
  const expected = [
    'Audio Gain',
    'Glow',
    'Box blur',
    'Constructor',
    'Video equalizer',
    'Transform',
    'Compressor',
  ];
  for (const format of ['KDENLIVE', 'SHOTCUT'] as const)
    expect(namesOfAdded(format, ...ids)).toEqual([expected]);
});

test('leaves the names that FCPXML and XML of Premiere give as they are', () => {
  expect(namesOfAdded('FCPXML', 'avfilter.eq')).toEqual([['avfilter.eq']]);
  expect(namesOfAdded('PREMIERE_XML', 'Lumetri_Color')).toEqual([['Lumetri_Color']]);
});
