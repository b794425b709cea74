import type { Violation } from './bundle-refusal.ts';

/** Where the bytes of one entry lie in the zip file. */
export interface EntryRange {
  /** Of the local header. */
  readonly start: number;
  /** Behind the packed data; a descriptor may follow. */
  readonly dataEnd: number;
  readonly hasDescriptor: boolean;
}

/** A range found to be where no entry may be. */
export interface RangeFault<Range> {
  readonly range: Range;
  readonly violation: Violation;
}

/** How long the record behind an entry's data is: with or without signature, with 32- or 64-bit sizes. */
const descriptorLengths = new Set([12, 16, 20, 24]);

function tailViolation(range: EntryRange, tailBytes: number): Violation | null {
  if (tailBytes < 0) return { rule: 'overlap' };
  if (range.hasDescriptor) return descriptorLengths.has(tailBytes) ? null : { rule: 'descriptor-mismatch' };
  return tailBytes === 0 ? null : { rule: 'hidden-data', fact: `${String(tailBytes)} bytes` };
}

/**
 * Whether the entries, in the order they lie in the file, fill it from the first byte up to the central directory
 * without sharing a byte (which would be an overlap bomb) and without a byte between them (which another unpacker
 * could read as further entries).
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

/** Bytes between the data of a range and what comes next: the length of its descriptor once the ranges are sound. */
export function tailBytesOf(ranges: readonly EntryRange[], index: number, directoryOffset: number): number {
  const next = ranges[index + 1]?.start ?? directoryOffset;
  return next - (ranges[index]?.dataEnd ?? next);
}

/** What a data descriptor must repeat. */
export interface DescriptorFacts {
  readonly crc32: number;
  readonly compressedSize: number;
  readonly uncompressedSize: number;
}

const descriptorSignature = 0x08074b50;

/** Whether the record behind an entry's data (APPNOTE 4.3.9) repeats what the central directory says. */
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
