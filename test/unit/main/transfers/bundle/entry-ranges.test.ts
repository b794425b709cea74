import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  findRangeFault,
  isMatchingDescriptor,
} from '../../../../../src-main/transfers/bundle/entry-ranges.ts';
import { descriptor } from '../../../../fakes/bundles/raw-zip.ts';

interface Laid {
  start: number;
  dataEnd: number;
  hasDescriptor: boolean;
}

/** Generates adjacent entries, each with or without one of the four descriptors, and the start of the directory. */
const tiling = fc
  .array(
    fc.record({ length: fc.integer({ min: 31, max: 1_000 }), tail: fc.constantFrom(0, 12, 16, 20, 24) }),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((entries) => {
    let position = 0;
    const ranges = entries.map(({ length, tail }): Laid => {
      const range = { start: position, dataEnd: position + length, hasDescriptor: tail > 0 };
      position += length + tail;
      return range;
    });
    return { ranges, directoryOffset: position };
  });

test('entries that tile the file are sound', () => {
  fc.assert(
    fc.property(tiling, ({ ranges, directoryOffset }) => {
      expect(findRangeFault(ranges, directoryOffset)).toBeNull();
    }),
  );
});

test('an entry whose data reaches into the next is an overlap, and is named', () => {
  fc.assert(
    fc.property(
      tiling,
      fc.nat(7),
      fc.integer({ min: 25, max: 500 }),
      ({ ranges, directoryOffset }, at, bytes) => {
        const range = ranges[at % ranges.length];
        if (!range) return;
        range.dataEnd += bytes;
        expect(findRangeFault(ranges, directoryOffset)).toEqual({ range, violation: { rule: 'overlap' } });
      },
    ),
  );
});

test('bytes that belong to no entry are found before, between and behind', () => {
  fc.assert(
    fc.property(
      tiling,
      fc.nat(8),
      fc.integer({ min: 25, max: 99 }),
      ({ ranges, directoryOffset }, at, bytes) => {
        const from = at % (ranges.length + 1);
        const moved = ranges.map((range, index) =>
          index < from ? range : { ...range, start: range.start + bytes, dataEnd: range.dataEnd + bytes },
        );
        expect(findRangeFault(moved, directoryOffset + bytes)?.violation.rule).toMatch(
          /hidden-data|descriptor-mismatch/,
        );
      },
    ),
  );
});

const facts = { crc32: 0xdeadbeef, compressedSize: 1_234, uncompressedSize: 5_678 };
const record = { crc: 0xdeadbeef, packedSize: 1_234, size: 5_678 };
const forms = [false, true].flatMap((isSigned) => [false, true].map((isLong) => ({ isSigned, isLong })));

test.each(forms)('a descriptor that repeats the directory is accepted in the form %o', (form) => {
  expect(isMatchingDescriptor(descriptor(record, form), facts)).toBe(true);
});

test.each(forms)('a descriptor in the form %o with any byte changed is refused', (form) => {
  const honest = descriptor(record, form);
  for (let at = 0; at < honest.length; at += 1) {
    const changed = Buffer.from(honest);
    changed[at] = (changed[at] ?? 0) ^ 0x10;
    expect(isMatchingDescriptor(changed, facts), `byte ${String(at)}`).toBe(false);
  }
});
