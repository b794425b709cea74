import type { Violation } from './bundle-refusal.ts';
import { findSecondName } from './entry-name.ts';
import type { LocalRecord } from './zip-records.ts';

/** Values of an entry in the central directory, for comparison with its local header. */
export interface CentralFacts {
  readonly name: string;
  readonly rawName: Buffer;
  readonly generalPurposeBitFlag: number;
  readonly compressionMethod: number;
  readonly crc32: number;
  readonly compressedSize: number;
  readonly uncompressedSize: number;
}

const zip64Field = 0x0001;
const seeZip64 = 0xffffffff;
/** Set if checksum and sizes follow the data instead of preceding it (APPNOTE 4.4.4, bit 3). */
const descriptorFlag = 0x0008;
/** The bits that change how an entry is read: encryption, descriptor, patch data and name encoding. */
const meaningfulFlags = 0x0001 | descriptorFlag | 0x0020 | 0x0040 | 0x0800 | 0x2000;

/** True if a record with the checksum and sizes follows the entry's data. */
export function hasDescriptor(generalPurposeBitFlag: number): boolean {
  return (generalPurposeBitFlag & descriptorFlag) !== 0;
}

interface LocalSizes {
  readonly compressed: number;
  readonly uncompressed: number;
}

/** In a local header the 64-bit field must hold both sizes (APPNOTE 4.5.3). Null if it is needed but unusable. */
function readLocalSizes(header: LocalRecord): LocalSizes | null {
  const short = { compressed: header.compressedSize, uncompressed: header.uncompressedSize };
  if (short.compressed !== seeZip64 && short.uncompressed !== seeZip64) return short;
  const fields = header.extraFields.filter(({ id }) => id === zip64Field);
  const [field] = fields;
  if (!field || fields.length > 1 || field.data.length < 16) return null;
  const uncompressed = Number(field.data.readBigUInt64LE(0));
  const compressed = Number(field.data.readBigUInt64LE(8));
  return {
    compressed: short.compressed === seeZip64 ? compressed : short.compressed,
    uncompressed: short.uncompressed === seeZip64 ? uncompressed : short.uncompressed,
  };
}

/**
 * Checks that an entry's local header agrees with the central directory. Streaming writers leave checksum and sizes at
 * zero there and put them after the data instead.
 */
export function findLocalViolation(header: LocalRecord, central: CentralFacts): Violation | null {
  if (!header.rawName.equals(central.rawName)) return { rule: 'local-name-mismatch' };
  const secondName = findSecondName(central.rawName, central.name, header.extraFields);
  if (secondName) return secondName;
  if (header.compressionMethod !== central.compressionMethod) return { rule: 'local-method-mismatch' };
  if (((header.generalPurposeBitFlag ^ central.generalPurposeBitFlag) & meaningfulFlags) !== 0)
    return { rule: 'local-flags-mismatch' };
  const sizes = readLocalSizes(header);
  if (!sizes) return { rule: 'bad-zip64' };
  const isDeferred = hasDescriptor(central.generalPurposeBitFlag);
  const agrees = (local: number, expected: number): boolean =>
    local === expected || (isDeferred && local === 0);
  if (!agrees(header.crc32, central.crc32)) return { rule: 'local-checksum-mismatch' };
  const isSameSize =
    agrees(sizes.compressed, central.compressedSize) && agrees(sizes.uncompressed, central.uncompressedSize);
  return isSameSize ? null : { rule: 'local-size-mismatch' };
}
