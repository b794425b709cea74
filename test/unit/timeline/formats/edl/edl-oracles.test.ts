import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readEdl, readEdlMarkers } from '../../../../../src-timeline/formats/edl/edl.ts';
import { oraclePath, reasonWithoutOracle, skipFor } from '../../../../fakes/oracle-files.ts';
import { outlineTracks } from '../outline-timeline.ts';
import { rates } from '../sample-timelines.ts';

const fallback = { frameRate: rates[25], size: { width: 1920, height: 1080 }, startFrame: 90_000 };

const harbour = ['video Video 1: pier.mov@0+100 boat.mov@0+100 lamp.mov@0+100'];

const readAs: readonly (readonly [name: string, tracks: readonly string[]])[] = [
  ['edl-event-not-understood/reel-with-space.edl', harbour],
  ['edl-event-not-understood/text-after-times.edl', harbour],
  ['edl-event-not-understood/no-transition-letter.edl', harbour],
  ['edl-picture-only/picture-only.edl', harbour],
  ['edl-names/from-file.edl', harbour],
  ['edl-fade-to-black/at-end.edl', ['video Video 1: pier.mov@0+125']],
  ['edl-key/logo-keyed-over.edl', [...harbour, 'video Video 2: 100 logo.mov@0+100']],
];

async function textOf(name: string): Promise<string> {
  return await readFile(oraclePath(`reports/${name}`), 'utf8');
}

test.for(readAs)('%s is read with every event under its own name', async ([name, tracks], context) => {
  skipFor(reasonWithoutOracle(`reports/${name}`), context);
  const timeline = readEdl(await textOf(name), fallback);
  expect(outlineTracks(timeline, (track) => `${track.kind} ${track.name}`)).toEqual(tracks);
  expect(timeline.itemsWithoutMedia).toBeUndefined();
});

test('a dissolve to black at the end is a fade-out of its length', async (context) => {
  const name = 'edl-fade-to-black/at-end.edl';
  skipFor(reasonWithoutOracle(`reports/${name}`), context);
  const timeline = readEdl(await textOf(name), fallback);
  expect(timeline.tracks[0]?.items).toMatchObject([
    { durationFrames: 125, fades: { inFrames: 0, outFrames: 25 } },
  ]);
});

test('a length without the letter of a transition is a dissolve', async (context) => {
  const name = 'edl-event-not-understood/no-transition-letter.edl';
  skipFor(reasonWithoutOracle(`reports/${name}`), context);
  const timeline = readEdl(await textOf(name), fallback);
  expect(timeline.tracks[0]?.items[1]).toMatchObject({ transition: { style: 'FADE', durationFrames: 8 } });
});

test('a list with a letter in a timecode is refused with the number of its line', async (context) => {
  const name = 'edl-event-not-understood/letter-in-timecode.edl';
  skipFor(reasonWithoutOracle(`reports/${name}`), context);
  const text = await textOf(name);
  expect(() => readEdl(text, fallback)).toThrow('line 6: “00:00:0S:00” is not a timecode.');
});

test('a list of markers is read as markers with name, note and colour, and is no cut', async (context) => {
  const name = 'edl-of-markers/resolve-markers.edl';
  skipFor(reasonWithoutOracle(`reports/${name}`), context);
  const text = await textOf(name);
  expect(readEdlMarkers(text, fallback)).toEqual([
    { frame: 50, name: 'Marker 1', note: 'please warmer', colour: 'Blue' },
    { frame: 160, name: 'Marker 2', note: 'too long here', colour: 'Red' },
  ]);
  expect(() => readEdl(text, fallback)).toThrow('The document is a list of markers, not a cut.');
});
