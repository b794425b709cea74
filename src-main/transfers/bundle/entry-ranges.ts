import type { Violation } from './bundle-refusal.ts';

/** Where the bytes of one entry lie in the bundle. */
export interface EntryRange {
  /** Offset of the local header. */
  readonly start: number;
  /** Offset behind the packed data; a descriptor may follow. */
  readonly dataEnd: number;
  readonly hasDescriptor: boolean;
}

/** A range that lies where no entry may be. */
export interface RangeFault<Range> {
  readonly range: Range;
  readonly violation: Violation;
}

/** Possible lengths of the data descriptor: with or without signature, with 32- or 64-bit sizes. */
const descriptorLengths = new Set([12, 16, 20, 24]);

function tailViolation(range: EntryRange, tailBytes: number): Violation | null {
  if (tailBytes < 0) return { rule: 'overlap' };
  if (range.hasDescriptor) return descriptorLengths.has(tailBytes) ? null : { rule: 'descriptor-mismatch' };
  return tailBytes === 0 ? null : { rule: 'hidden-data', fact: `${String(tailBytes)} bytes` };
}

/**
 * Checks that the entries fill the file from the first byte to the central directory. Entries must not share bytes (an
 * overlap bomb) and must not leave gaps, which another unpacker could read as further entries.
 * @param ranges sorted by `start`.
 */
export function findRangeFault<Range extends EntryRange>(
  ranges: readonly Range[],
  directoryOffset: number,
): RangeFault<Range> | null {
  const [first] = ranges;
  if (first && first.start !== 0)
    return {
      range: first,
      violation: { rule: 'hidden-data', fact: `${String(first.start)} bytes before it` },
    };
  for (const [index, range] of ranges.entries()) {
    const violation = tailViolation(range, tailBytesOf(ranges, index, directoryOffset));
    if (violation) return { range, violation };
  }
  return null;
}

/** Number of bytes between a range's data and the next range. In sound ranges this is the length of its descriptor. */
export function tailBytesOf(ranges: readonly EntryRange[], index: number, directoryOffset: number): number {
  const next = ranges[index + 1]?.start ?? directoryOffset;
  return next - (ranges[index]?.dataEnd ?? next);
}

/** Values that a data descriptor must repeat. */
export interface DescriptorFacts {
  readonly crc32: number;
  readonly compressedSize: number;
  readonly uncompressedSize: number;
}

const descriptorSignature = 0x08074b50;

/** True if the data descriptor (APPNOTE 4.3.9) repeats the values of the central directory. */
export function isMatchingDescriptor(record: Buffer, facts: DescriptorFacts): boolean {
  const isSigned = record.length === 16 || record.length === 24;
  if (isSigned && record.readUInt32LE(0) !== descriptorSignature) return false;
  const body = isSigned ? record.subarray(4) : record;
  const isLong = body.length === 20;
  const sizes = isLong
    ? [Number(body.readBigUInt64LE(4)), Number(body.readBigUInt64LE(12))]
    : [body.readUInt32LE(4), body.readUInt32LE(8)];
  return (
    body.readUInt32LE(0) === facts.crc32 &&
    sizes[0] === facts.compressedSize &&
    sizes[1] === facts.uncompressedSize
  );
}
