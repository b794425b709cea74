import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { readOtio, writeOtio } from '../../../../../src-timeline/formats/otio/otio.ts';
import { checkTimeline } from '../../../../../src-timeline/model/check-timeline.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { roundTripLimitMs, roundTripRuns } from '../round-trip-runs.ts';
import { clip, document, file, gap, type Json, range, stack, track } from './otio-nodes.ts';

// Many documents are slow on a busy machine.
vi.setConfig({ testTimeout: roundTripLimitMs });

/** Schemas that the reader does not know, and known ones where they do not belong. */
const unknownSchemas = fc.constantFrom(
  'Subtitle.1',
  'Title.3',
  'Adjustment.2',
  'Timeline.1',
  'Marker.2',
  'Effect.1',
  'constructor.1',
  'X',
);

const unknownReferences = fc.constantFrom(
  'Cloud.1',
  'GeneratorReference.7',
  'MissingReference.1',
  'ImageSequenceReference.1',
  '__proto__',
);

const lengths = fc.integer({ min: 1, max: 90 });

/** Makes a node; its argument is a name that no other node of the document has. */
type Maker = (newName: () => string) => Json;

const withName =
  (make: (name: string) => Json): Maker =>
  (newName) =>
    make(newName());

const effects = fc.array(
  unknownSchemas.map((OTIO_SCHEMA) => withName((name) => ({ OTIO_SCHEMA, name }))),
  { maxLength: 2 },
);

const markers = fc.array(
  unknownSchemas.map((OTIO_SCHEMA) => withName((name) => ({ OTIO_SCHEMA, name, marked_range: range(0, 1) }))),
  { maxLength: 2 },
);

const items: fc.Arbitrary<Maker> = fc.oneof(
  fc.record({ length: lengths, effects, markers }).map(
    (one): Maker =>
      (newName) =>
        clip(file(`${newName()}.mov`), range(0, one.length), {
          effects: one.effects.map((make) => make(newName)),
          markers: one.markers.map((make) => make(newName)),
        }),
  ),
  fc.record({ length: lengths, schema: unknownSchemas, markers }).map((one): Maker => (newName) => ({
    OTIO_SCHEMA: one.schema,
    name: newName(),
    source_range: range(3, one.length),
    markers: one.markers.map((make) => make(newName)).map((made) => ({ ...made, marked_range: range(3, 1) })),
  })),
  fc.record({ length: lengths, schema: unknownReferences }).map(
    (one): Maker =>
      (newName) =>
        clip({ OTIO_SCHEMA: one.schema }, range(0, one.length), { name: newName() }),
  ),
  lengths.map(
    (length): Maker =>
      () =>
        gap(length),
  ),
  fc.constant<Maker>(withName((name) => ({ OTIO_SCHEMA: 'Odd.1', name }))),
);

const compositions = (inside: fc.Arbitrary<Maker>): fc.Arbitrary<Maker> =>
  fc
    .record({ children: fc.array(inside, { maxLength: 4 }), isStack: fc.boolean(), markers })
    .map((one): Maker => (newName) => {
      const children = one.children.map((make) => make(newName));
      const found = children.length === 0 ? [] : one.markers.map((make) => make(newName));
      return one.isStack
        ? stack(null, children, { markers: found })
        : { ...track('Video', ...children), markers: found };
    });

const shallow = fc.oneof({ weight: 3, arbitrary: items }, { weight: 1, arbitrary: compositions(items) });
const deep = fc.oneof({ weight: 3, arbitrary: items }, { weight: 1, arbitrary: compositions(shallow) });

const documents = fc.array(compositions(deep), { minLength: 1, maxLength: 3 }).map((makers) => {
  const names: string[] = [];
  const newName = (): string => {
    const name = `name-${String(names.length)}-`;
    names.push(name);
    return name;
  };
  const start = { OTIO_SCHEMA: 'RationalTime.1', rate: 24, value: 0 };
  const text = document(
    makers.map((make) => make(newName)),
    { global_start_time: start },
  );
  return { text, names };
});

const itemsOf = ({ itemsWithoutMedia = [] }: Timeline): unknown => itemsWithoutMedia;

test('Everything of an unknown schema is named or kept, wherever it is in a document', () => {
  fc.assert(
    fc.property(documents, ({ text, names }) => {
      const read = readOtio(text);
      checkTimeline(read);
      const told = JSON.stringify(read);
      expect(names.filter((name) => !told.includes(name))).toEqual([]);
    }),
    roundTripRuns,
  );
});

test('Items without media come back as they were written, at their places', () => {
  fc.assert(
    fc.property(documents, ({ text }) => {
      const read = readOtio(text);
      const kept = {
        ...read,
        itemsWithoutMedia: read.itemsWithoutMedia?.filter(({ source }) => source) ?? [],
      };
      expect(itemsOf(readOtio(writeOtio(kept, 'url')))).toEqual(kept.itemsWithoutMedia);
    }),
    roundTripRuns,
  );
});
