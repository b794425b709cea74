import { expect, test } from 'vitest';
import { readOtio } from '../../../../../src-timeline/formats/otio/otio.ts';
import { SeveralSequencesError } from '../../../../../src-timeline/model/choose-sequence.ts';
import { clip, file, gap, type Json, range, stack, timelineNode, track } from './otio-nodes.ts';

const shots = (...names: string[]): Json =>
  track('Video', ...names.map((name) => clip(file(name), range(0, 10))));
const timeline = (name: string, ...names: string[]): Json => timelineNode([shots(...names)], { name });
const collection = (...children: Json[]): Json => ({ OTIO_SCHEMA: 'SerializableCollection.1', children });

const wanted = { name: 'Harbour', fileNames: ['pier.mov', 'boat.mov'] };

function nameOfRead(node: Json, expected: typeof wanted | null): string {
  return readOtio(JSON.stringify(node), {}, expected).name;
}

const other = timeline('Other', 'a.mov', 'b.mov', 'c.mov');
const cut = timeline('Edit', 'media/pier.mov', 'x.mov');
const empty = timelineNode([track('Video', gap(100))], { name: 'Harbour' });

test('The timeline that shares most files is read, however deep it lies in collections', () => {
  expect(nameOfRead(collection(empty, other, cut), wanted)).toBe('Edit');
  expect(nameOfRead(collection(collection(other), collection(collection(cut))), wanted)).toBe('Edit');
  const old = { OTIO_SCHEMA: 'SerializeableCollection.1', children: [other, cut] };
  expect(nameOfRead(old, wanted)).toBe('Edit');
});

test('The first timeline that is not empty is read if nothing is known', () => {
  expect(nameOfRead(collection(empty, other, cut), null)).toBe('Other');
});

test('Two timelines that share equally many files are asked about', () => {
  const both = collection(cut, timeline('Second edit', 'boat.mov'));
  expect(() => nameOfRead(both, wanted)).toThrow(SeveralSequencesError);
  expect(nameOfRead(collection(cut, timeline('harbour', 'boat.mov')), wanted)).toBe('harbour');
});

test('Files inside compositions count', () => {
  const nested = timelineNode([track('Video', stack(null, [shots('pier.mov', 'boat.mov')]))], {
    name: 'Nested',
  });
  expect(nameOfRead(collection(other, nested), wanted)).toBe('Nested');
});

test('A composition or a track without a timeline is read as one', () => {
  expect(readOtio(JSON.stringify(stack(null, [shots('a.mov')], { name: 'cut' })))).toMatchObject({
    name: 'cut',
    tracks: [{ items: [{ durationFrames: 10 }] }],
  });
  expect(readOtio(JSON.stringify(shots('a.mov'))).tracks).toHaveLength(1);
});

test('A collection of clips alone is refused, because it is a bin', () => {
  expect(() => nameOfRead(collection(clip(file('a.mov'), range(0, 10))), wanted)).toThrow(
    /not an OTIO timeline/,
  );
});
