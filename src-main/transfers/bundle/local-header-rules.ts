import type { ExtraField, LocalFileHeader } from 'yauzl';
import type { Violation } from './bundle-refusal.ts';
import type { CentralEntry } from './central-directory.ts';
import { findSecondName } from './entry-name.ts';

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

/** The header before an entry's data. Of sizes of 0xffffffff, the value is in its 64-bit field. */
export interface LocalHeader {
  readonly header: LocalFileHeader;
  readonly extraFields: readonly ExtraField[];
}

interface LocalSizes {
  readonly compressed: number;
  readonly uncompressed: number;
}

/** In a local header the 64-bit field must hold both sizes (APPNOTE 4.5.3). Null if it is needed but unusable. */
function readLocalSizes({ header, extraFields }: LocalHeader): LocalSizes | null {
  const short = { compressed: header.compressedSize, uncompressed: header.uncompressedSize };
  if (short.compressed !== seeZip64 && short.uncompressed !== seeZip64) return short;
  const fields = extraFields.filter(({ id }) => id === zip64Field);
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
export function findLocalViolation(local: LocalHeader, central: CentralEntry): Violation | null {
  const { header, extraFields } = local;
  const { record, name } = central;
  if (!header.fileName.equals(record.fileNameRaw)) return { rule: 'local-name-mismatch' };
  const secondName = findSecondName(record.fileNameRaw, name, extraFields);
  if (secondName) return secondName;
  if (header.compressionMethod !== record.compressionMethod) return { rule: 'local-method-mismatch' };
  if (((header.generalPurposeBitFlag ^ record.generalPurposeBitFlag) & meaningfulFlags) !== 0)
    return { rule: 'local-flags-mismatch' };
  const sizes = readLocalSizes(local);
  if (!sizes) return { rule: 'bad-zip64' };
  const isDeferred = hasDescriptor(record.generalPurposeBitFlag);
  const agrees = (field: number, expected: number): boolean =>
    field === expected || (isDeferred && field === 0);
  if (!agrees(header.crc32, record.crc32)) return { rule: 'local-checksum-mismatch' };
  const isSameSize =
    agrees(sizes.compressed, record.compressedSize) && agrees(sizes.uncompressed, record.uncompressedSize);
  return isSameSize ? null : { rule: 'local-size-mismatch' };
}
