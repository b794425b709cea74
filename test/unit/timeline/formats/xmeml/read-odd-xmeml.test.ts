import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readXmeml } from '../../../../../src-timeline/formats/xmeml/xmeml.ts';
import { checkTimeline } from '../../../../../src-timeline/model/check-timeline.ts';
import type { ItemWithoutMedia, Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { oraclePath, reasonWithoutOracle, skipFor } from '../../../../fakes/oracle-files.ts';
import { rates } from '../sample-timelines.ts';
import { camera, documentOf, item, outline, rate, size, track, transition } from './xmeml-documents.ts';

const outlineOf = (text: string): string[] => {
  const timeline = readXmeml(text);
  expect(() => checkTimeline(timeline)).not.toThrow();
  return outline(timeline);
};

const itemsOf = (text: string): Pick<ItemWithoutMedia, 'kind' | 'startFrame' | 'durationFrames'>[] =>
  (readXmeml(text).itemsWithoutMedia ?? []).map(({ kind, startFrame, durationFrames }) => ({
    kind,
    startFrame,
    durationFrames,
  }));

const clipAt = (...range: readonly [number, number, number, number]): string => item({ range });

test.for([
  ['xmeml-number-forms/decimal-frames.xml', ['video: pier.mov@0+100 boat.mov@0+100', 'audio: '], undefined],
  [
    'xmeml-number-forms/placeholder-without-rate.xml',
    ['video: pier.mov@0+100 boat.mov@0+100 30', 'audio: '],
    [{ kind: 'missing-media', name: '.mov', startFrame: 200, durationFrames: 30 }],
  ],
  [
    'xmeml-items-overlap/sound-overlaps-13-frames.xml',
    ['video: pier.mov@0+100 boat.mov@0+100', 'audio: pier.wav@0+100 boat.wav@0+100'],
    undefined,
  ],
] as const)('%s is read around its odd item', ([name, tracks, items], context) => {
  const path = `reports/${name}`;
  skipFor(reasonWithoutOracle(path), context);
  const text = readFileSync(oraclePath(path), 'utf8');
  expect(outlineOf(text)).toEqual(tracks);
  const { itemsWithoutMedia } = readXmeml(text);
  if (items) expect(itemsWithoutMedia).toMatchObject(items);
  else expect(itemsWithoutMedia).toBeUndefined();
});

test('A clip ends where the next one on its track begins', () => {
  const text = documentOf({ video: track(clipAt(0, 113, 0, 113), clipAt(100, 200, 300, 400)) });
  expect(outlineOf(text)).toEqual(['video: A001.MOV@0+100 A001.MOV@300+100']);
});

test('A clip that lies within another one moves to a further track', () => {
  const text = documentOf({
    video: track(clipAt(0, 200, 0, 200), clipAt(50, 100, 300, 350)) + track(clipAt(0, 10, 0, 10)),
  });
  expect(outlineOf(text)).toEqual([
    'video: A001.MOV@0+200',
    'video: 50 A001.MOV@300+50',
    'video: A001.MOV@0+10',
  ]);
});

test('An item without media that overlaps a clip moves to a further track', () => {
  const title = `<generatoritem><name>T</name><start>20</start><end>80</end></generatoritem>`;
  const text = documentOf({ video: track(clipAt(0, 50, 0, 50), title, clipAt(50, 100, 50, 100)) });
  expect(outlineOf(text)).toEqual(['video: A001.MOV@0+50 A001.MOV@50+50', 'video: 80']);
  expect(readXmeml(text).itemsWithoutMedia).toMatchObject([{ trackIndex: 1, startFrame: 20 }]);
});

test('More clips in one place than tracks exist are refused', () => {
  const text = documentOf({ video: track(...Array.from({ length: 200 }, () => clipAt(0, 10, 0, 10))) });
  expect(() => readXmeml(text)).toThrow(/Too many clips/);
});

test('Frames with decimals are read as whole ones', () => {
  const decimals = clipAt(0, 10, 5, 15).replaceAll(/<(start|end|in|out)>(\d+)</g, '<$1>$2.0<');
  expect(outlineOf(documentOf({ video: track(decimals) }))).toEqual(['video: A001.MOV@5+10']);
});

test.for([
  ['its place', clipAt(0, 10, 0, 10).replace(/<start>.*?<\/start>\s*<end>.*?<\/end>/, ''), 'A001.MOV@0+10'],
  ['its end', clipAt(20, 30, 0, 10).replace('<end>30</end>', ''), '20 A001.MOV@0+10'],
  ['a readable end', clipAt(20, 30, 0, 10).replace('<end>30<', '<end>soon<'), '20 A001.MOV@0+10'],
  ['its beginning', clipAt(20, 30, 0, 10).replace('<start>20</start>', ''), '20 A001.MOV@0+10'],
  ['the transitions it refers to', clipAt(-1, -1, 0, 10), 'A001.MOV@0+10'],
  ['its first frames before the sequence', clipAt(-5, 10, 0, 15), 'A001.MOV@5+10'],
  ['its first frames before its media', clipAt(0, 10, -5, 5), '5 A001.MOV@0+5'],
] as const)('A clip without %s is read as far as it is known', ([, clip, expected]) => {
  expect(outlineOf(documentOf({ video: track(clip) }))).toEqual([`video: ${expected}`]);
});

test.for([
  ['ends before it begins', clipAt(10, 0, 0, 10), { startFrame: 0, durationFrames: 10 }],
  ['has its out-point before its in-point', clipAt(0, 10, 20, 10), { startFrame: 0, durationFrames: 10 }],
  ['lies before the sequence', clipAt(-20, -10, 0, 10), { startFrame: 0, durationFrames: 1 }],
  [
    'says nothing about its place',
    clipAt(0, 10, 0, 10).replaceAll(/<(start|end|in|out)>.*?<\/\1>/g, ''),
    { startFrame: 0, durationFrames: 1 },
  ],
] as const)('A clip that %s is named as unreadable', ([, clip, place]) => {
  const text = documentOf({ video: track(clip) + track(clipAt(0, 5, 0, 5)) });
  expect(itemsOf(text)).toEqual([{ kind: 'unreadable', ...place }]);
  expect(outlineOf(text).at(-1)).toBe('video: A001.MOV@0+5');
});

test.for([
  ['23.98', rates[23.976]],
  ['23.976', rates[23.976]],
  ['29.97', rates[29.97]],
  ['47.95', { numerator: 48_000, denominator: 1001 }],
  ['59.94', rates[59.94]],
  ['119.88', { numerator: 120_000, denominator: 1001 }],
  ['25.0', rates[25]],
] as const)('The timebase %s means the exact rate', ([timebase, expected]) => {
  const rounded = `<rate><timebase>${timebase}</timebase></rate>`;
  const text = documentOf({ head: rounded, video: track(clipAt(0, 30, 60, 90).replaceAll(rate, rounded)) });
  const timeline = readXmeml(text.replaceAll(rate, rounded));
  expect(timeline.frameRate).toEqual(expected);
  expect(timeline.media[0]?.durationFrames).toBe(500);
});

test('A sequence without a rate has that of its items, and a file without one that of the sequence', () => {
  const none = '<rate><timebase>0</timebase><ntsc>FALSE</ntsc></rate>';
  const text = documentOf({
    head: none,
    video: track(item({ file: camera.replaceAll(rate, none), range: [0, 10, 0, 10] })),
  });
  const timeline: Timeline = readXmeml(text);
  expect(timeline.frameRate).toEqual(rates[29.97]);
  expect(timeline.media[0]).toMatchObject({ durationFrames: 500 });
});

test('A sequence without a frame size has that of its first picture, else Full HD', () => {
  const format = `<format>${size}</format>`;
  const small = camera.replace('1920', '1280').replace('1080', '720');
  const clip = item({ file: small, range: [0, 10, 0, 10] });
  const read = (video: string): Timeline =>
    readXmeml(
      documentOf({ video })
        .replace(format, '')
        .replaceAll(/<bin>.*<\/bin>/g, ''),
    );
  expect(read(track(clip))).toMatchObject({ width: 1280, height: 720 });
  expect(read('')).toMatchObject({ width: 1920, height: 1080 });
});

test('A timecode that is none and a transition without a place are read around', () => {
  const text = documentOf({
    video: track(
      item({ range: [0, -1, 0, 60] }),
      transition(50, 60, 'center').replace('<start>50</start>', ''),
      item({ range: [-1, 120, 100, 160] }),
    ),
  }).replace('00;59;59;28', 'noon');
  expect(readXmeml(text).startFrame).toBe(0);
  expect(outlineOf(text)).toEqual(['video: A001.MOV@0+60 A001.MOV@100+60']);
});

test('A file with sound is known by its clip, and one of the other kind of track is named', () => {
  const silent = camera.replaceAll(/<audio>.*?<\/audio>/g, '');
  const wave = camera
    .replace('A001.MOV<', 'A001.WAV<')
    .replace(/<video>.*?<\/video>/, '')
    .replaceAll('file-1', 'file-3');
  const still = camera
    .replace('A001.MOV<', 'A001.PNG<')
    .replaceAll(/<audio>.*?<\/audio>/g, '')
    .replaceAll('file-1', 'file-4');
  const at = (file: string): string => item({ file, range: [0, 10, 0, 10] });
  const text = documentOf({ video: track(at(wave)), audio: track(at(silent)) + track(at(still)) });
  expect(outlineOf(text)).toEqual(['video: 10', 'audio: A001.MOV@0+10', 'audio: 10']);
  expect(readXmeml(text).media).toMatchObject([{ fileName: 'A001.MOV', audioChannels: 1 }]);
});
