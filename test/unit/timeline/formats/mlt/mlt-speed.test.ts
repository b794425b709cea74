import { expect, test } from 'vitest';
import { readKdenlive } from '../../../../../src-timeline/formats/kdenlive/kdenlive.ts';
import { readShotcut } from '../../../../../src-timeline/formats/shotcut/shotcut.ts';
import { checkTimeline } from '../../../../../src-timeline/model/check-timeline.ts';
import type { Clip } from '../../../../../src-timeline/model/timeline.ts';
import { kdenliveProject, shotcutProject } from './mlt-documents.ts';

const programs = [
  ['Kdenlive', (text: string) => readKdenlive(text), kdenliveProject],
  ['Shotcut', (text: string) => readShotcut(text), shotcutProject],
] as const;

type Properties = Readonly<Record<string, string>>;

function element(name: string, properties: Properties): string {
  const all = Object.entries(properties).map(([key, value]) => `<property name="${key}">${value}</property>`);
  return `<${name}>${all.join('')}</${name}>`;
}

/** Reads a clip of the frames 50 to 99 of a file of 250 frames. Both programs find the filters in their own place. */
function readClip(
  [name, read, project]: (typeof programs)[number],
  parts: { readonly link?: Properties; readonly filter?: Properties },
): Clip {
  const link = parts.link ? element('link', { mlt_service: 'timeremap', ...parts.link }) : '';
  const filter = parts.filter ? element('filter', { mlt_service: 'freeze', ...parts.filter }) : '';
  const file = { length: '250', resource: 'a.mp4', mlt_service: 'avformat-novalidate', audio_index: '-1' };
  const inside = element('chain', file).replace('<chain>', '<chain id="a" out="249">');
  const chain = inside.replace('</chain>', `${link}${name === 'Shotcut' ? filter : ''}</chain>`);
  const entry = `<entry producer="a" in="50" out="99">${name === 'Kdenlive' ? filter : ''}</entry>`;
  const timeline = read(project([chain], entry));
  checkTimeline(timeline);
  const clip = timeline.tracks[0]?.items[0];
  if (clip?.kind !== 'clip') throw new Error('There is no clip.');
  return clip;
}

test.for(programs)(
  '%s: a clip that is frozen at a frame shows that frame for its whole length',
  (program) => {
    const clip = readClip(program, { filter: { frame: '120', freeze_before: '0', freeze_after: '0' } });
    expect(clip).toMatchObject({ sourceStartFrame: 120, durationFrames: 50, speed: 1 / 50 });
    expect(clip.unread).toBeUndefined();
  },
);

test('the sound of a picture that is frozen in Shotcut goes on', () => {
  const filter = element('filter', { mlt_service: 'freeze', frame: '120' });
  const file = { length: '250', resource: 'a.mp4', mlt_service: 'avformat-novalidate' };
  const inside = element('chain', file).replace('<chain>', '<chain id="a">');
  const chain = inside.replace('</chain>', `${filter}</chain>`);
  const { tracks } = readShotcut(shotcutProject([chain], '<entry producer="a" in="50" out="99"/>'));
  const [picture, sound] = tracks.map(({ items }) => items[0]);
  expect(picture).toMatchObject({ sourceStartFrame: 120, speed: 1 / 50 });
  expect(sound).toMatchObject({ sourceStartFrame: 50, durationFrames: 50 });
  expect(sound).not.toHaveProperty('speed');
});

test.for(programs)(
  '%s: a clip that is frozen from a frame on keeps its length and names the effect',
  (program) => {
    const clip = readClip(program, { filter: { frame: '60', freeze_after: '1' } });
    expect(clip).toMatchObject({ sourceStartFrame: 50, durationFrames: 50, unread: [{ name: 'freeze' }] });
    expect(clip.speed).toBeUndefined();
  },
);

const constant: readonly (readonly [string, Properties, Partial<Clip>])[] = [
  ['half the speed', { time_map: '00:00:00.000=0;00:00:10.000=5' }, { sourceStartFrame: 25, speed: 0.5 }],
  ['double speed from a second on', { time_map: '0=1;100=9' }, { sourceStartFrame: 125, speed: 2 }],
  ['backwards', { time_map: '0=8;200=0' }, { sourceStartFrame: 100, isReversed: true }],
  ['three points on a line', { time_map: '0=0;100=2;200=4' }, { sourceStartFrame: 25, speed: 0.5 }],
  ['a speed', { speed_map: '2' }, { sourceStartFrame: 100, speed: 2 }],
  ['the same speed twice', { speed_map: '0=2;100=2' }, { sourceStartFrame: 100, speed: 2 }],
];

test.for(programs.flatMap((program) => constant.map((one) => [program[0], one[0], program, one] as const)))(
  '%s: a time map of %s is that speed',
  ([, , program, [, link, expected]]) => {
    const clip = readClip(program, { link });
    expect(clip).toMatchObject({ durationFrames: 50, ...expected });
    expect(clip.unread).toBeUndefined();
  },
);

test.for(programs)('%s: a time map with a ramp keeps its length and is named', (program) => {
  for (const link of [{ time_map: '0=0;50=4;200=5' }, { speed_map: '0=1;99=2' }, { time_map: '0=1;99=1' }]) {
    const clip = readClip(program, { link });
    expect(clip).toMatchObject({ sourceStartFrame: 50, durationFrames: 50, unread: [{ name: 'timeremap' }] });
  }
});
