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

test('names effects of Kdenlive as its list of effects does', () => {
  const ids = ['avfilter.eq', 'frei0r.pixeliz0r', 'qtblend', 'sepia', 'frei0r.glow', 'box_blur'];
  expect(namesOfAdded('KDENLIVE', ...ids)).toEqual([
    ['Video Equalizer', 'Pixelize', 'Transform', 'Sepia', 'Glow', 'Box blur'],
  ]);
});

test('names filters of Shotcut as its list of filters does', () => {
  const ids = ['frei0r.pixeliz0r', 'sepia', 'blur_gaussian_av', 'ladspa.1882', 'constructor'];
  expect(namesOfAdded('SHOTCUT', ...ids)).toEqual([
    ['Mosaic', 'Sepia Tone', 'Blur: Gaussian', 'Compressor', 'Constructor'],
  ]);
});

test('leaves the names that FCPXML and XML of Premiere give as they are', () => {
  expect(namesOfAdded('FCPXML', 'avfilter.eq')).toEqual([['avfilter.eq']]);
  expect(namesOfAdded('PREMIERE_XML', 'Lumetri_Color')).toEqual([['Lumetri_Color']]);
});
