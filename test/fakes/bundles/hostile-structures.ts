import { deflateRawSync } from 'node:zlib';
import {
  descriptor,
  type RawArchiveOptions,
  rawCrowdedZip,
  rawZip,
  type RawEntry,
  zip64Extra,
} from './raw-zip.ts';

interface HostileStructure {
  readonly name: string;
  readonly bytes: () => Buffer;
  readonly entry: string;
}

const document: RawEntry = { name: 'Cut.fcpxml', content: '<fcpxml version="1.13"/>' };
const clip: RawEntry = { name: 'media/a.mov', content: 'moving picture, moving picture' };
const clipName = 'media/a.mov';
const archive = 'archive.zip';

/** Returns a harmless document and a clip with these false header values. */
function clipWith(name: string, lies: Partial<RawEntry>): HostileStructure {
  return { name, entry: clipName, bytes: () => rawZip([document, { ...clip, ...lies }]) };
}

function mode(name: string, bits: number, content = '../../evil.txt'): HostileStructure {
  return clipWith(name, { content, central: { attributes: (bits << 16) >>> 0 } });
}

/** Returns a harmless archive with these false values about itself. */
function whole(name: string, options: RawArchiveOptions): HostileStructure {
  return { name, entry: archive, bytes: () => rawZip([document, clip], options) };
}

function method(name: string, number: number): HostileStructure {
  return clipWith(name, { both: { method: number } });
}

function flags(name: string, bits: number): HostileStructure {
  return clipWith(name, { both: { flags: bits } });
}

/** Returns the harmless archive with altered bytes. */
function altered(name: string, alter: (bytes: Buffer) => Buffer, entry = archive): HostileStructure {
  return { name, entry, bytes: () => alter(rawZip([document, clip])) };
}

const clipFacts = { crc: 0x1234, packedSize: 30, size: 30 };
const zeros = Buffer.alloc(20 * 1024 ** 2);
const longComment = Buffer.alloc(60_000, 0x20);

/** Archives with refused records, by the rule they break. */
export const hostileStructures = {
  'symbolic-link': [
    mode('a symbolic link', 0o120777),
    {
      name: 'a symbolic link, then a file of the same name',
      entry: clipName,
      bytes: () => rawZip([{ ...clip, central: { attributes: (0o120777 << 16) >>> 0 } }, clip]),
    },
    {
      name: 'a link to a folder, then a file inside',
      entry: 'media',
      bytes: () =>
        rawZip([{ name: 'media', content: '/tmp', central: { attributes: (0o120777 << 16) >>> 0 } }, clip]),
    },
    clipWith('a Windows reparse point', { central: { attributes: 0x400, versionMadeBy: 20 } }),
    clipWith('a link said to be made on FAT', {
      central: { attributes: (0o120777 << 16) >>> 0, versionMadeBy: 20 },
    }),
  ],
  'special-file': [
    mode('a pipe', 0o010644),
    mode('a character device', 0o020644),
    mode('a block device', 0o060644),
    mode('a socket', 0o140644),
    clipWith('a volume label', { central: { attributes: 0x08, versionMadeBy: 20 } }),
  ],
  'special-permission': [mode('setuid', 0o104755), mode('setgid', 0o102755), mode('sticky', 0o101755)],
  'kind-mismatch': [
    mode('a folder named like a file', 0o040755, ''),
    clipWith('a DOS folder named like a file', { content: '', central: { attributes: 0x10 } }),
    {
      name: 'a file named like a folder',
      entry: 'media/',
      bytes: () => rawZip([{ name: 'media/', central: { attributes: (0o100644 << 16) >>> 0 } }]),
    },
  ],
  'folder-with-content': [
    { name: 'a folder with data', entry: 'media/', bytes: () => rawZip([{ name: 'media/', content: 'x' }]) },
  ],
  encrypted: [
    flags('encrypted with a password', 0x0001),
    { ...flags('strongly encrypted', 0x0041), entry: 'number 2' },
    flags('masked local headers', 0x2000),
    method('AES', 99),
  ],
  'unsupported-method': [
    method('Deflate64', 9),
    method('bzip2', 12),
    method('LZMA', 14),
    method('Zstandard', 93),
    method('XZ', 95),
    method('PPMd', 98),
    method('an unknown method', 4_711),
  ],
  'patched-data': [flags('patch data', 0x0020)],
  'inflation-ratio': [clipWith('20 MiB out of 20 KiB', { content: zeros, deflate: true })],
  'too-many-entries': [
    { name: '10,001 entries', entry: archive, bytes: () => rawCrowdedZip(10_001) },
    { name: '70,000 entries', entry: archive, bytes: () => rawCrowdedZip(70_000) },
  ],
  'directory-too-large': [
    {
      name: 'a directory of 17 MiB in 300 entries',
      entry: archive,
      bytes: () =>
        rawZip(
          Array.from({ length: 300 }, (_, index) => ({
            name: `media/${String(index)}.mov`,
            central: { comment: longComment },
          })),
        ),
    },
  ],
  'total-too-large': [
    {
      name: 'a declared terabyte',
      entry: archive,
      bytes: () =>
        rawZip([
          {
            ...clip,
            central: { packedSize: 0xffffffff, size: 0xffffffff, extra: zip64Extra(2 ** 40, 2 ** 40) },
          },
        ]),
    },
  ],
  overlap: [
    quotedOverlap(),
    clipWith('data reaching into the directory', {
      both: { packedSize: 40, size: 40 },
    }),
    clipWith('data reaching behind the end', { both: { packedSize: 0xffff, size: 0xffff } }),
  ],
  'hidden-data': [
    {
      ...whole('a program before the archive', { prefix: Buffer.from('MZ, a program') }),
      entry: 'Cut.fcpxml',
    },
    { ...clipWith('bytes between two entries', { before: Buffer.from('hidden') }), entry: 'Cut.fcpxml' },
    { ...whole('bytes before the directory', { beforeDirectory: Buffer.from('hidden') }), entry: clipName },
    {
      name: 'an entry the directory does not list',
      entry: 'Cut.fcpxml',
      bytes: () => rawZip([document, { ...clip, isUnlisted: true }, { name: 'media/b.mov' }]),
    },
  ],
  'multi-disk': [
    whole('the second of two disks', { end: { disk: 1 } }),
    whole('a directory on another disk', { end: { directoryDisk: 1 } }),
    whole('entries on another disk', { end: { entriesOnDisk: 1 } }),
    whole('two disks in the 64-bit locator', { zip64: { disks: 2 } }),
  ],
  'not-a-zip': [
    { name: 'text', entry: archive, bytes: () => Buffer.from('This is not a zip file. '.repeat(10)) },
    { name: 'an empty file', entry: archive, bytes: () => Buffer.alloc(0) },
    altered('cut before its end record', (bytes) => bytes.subarray(0, -22)),
    altered('cut in its end record', (bytes) => bytes.subarray(0, -1)),
    altered('only zeros of the same length', (bytes) => Buffer.alloc(bytes.length)),
  ],
  'bad-end-record': [
    altered('garbage before it', (bytes) => Buffer.concat([Buffer.from('garbage'), bytes])),
    altered('garbage behind it', (bytes) => Buffer.concat([bytes, Buffer.from('garbage')])),
    whole('bytes between directory and end', { beforeEnd: Buffer.from('hidden') }),
    whole('a wrong offset', { end: { directoryOffset: 3 } }),
    whole('a wrong directory length', { end: { directoryBytes: 46 } }),
    whole('a longer comment than there is', { end: { commentLength: 5 } }),
    whole('a second end inside the comment', {
      end: { comment: Buffer.concat([rawZip([document]).subarray(-22), Buffer.from('!')]) },
    }),
    whole('a 64-bit locator to nowhere', { zip64: { locatorOffset: 2 ** 45 } }),
    whole('a 64-bit locator to the wrong place', { zip64: { locatorOffset: 0 } }),
    whole('a 64-bit record longer than its room', { zip64: { recordBytes: 64 } }),
    whole('a 64-bit record with another count', { zip64: { entryCount: 1, entriesOnDisk: 1 } }),
    whole('a 64-bit record with another offset', { zip64: { directoryOffset: 7 } }),
    altered('an archive appended to another', (bytes) => Buffer.concat([bytes, bytes])),
  ],
  'bad-number': [
    whole('an offset no file can have', {
      end: { directoryOffset: 0xffffffff },
      zip64: { locatorOffset: 2 ** 60 },
    }),
    clipWith('a size no file can have', {
      central: { size: 0xffffffff, packedSize: 0xffffffff, extra: zip64Extra(2n ** 63n, 2n ** 63n) },
    }),
  ],
  'no-entries': [{ name: 'an empty archive', entry: archive, bytes: () => rawZip([]) }],
  'bad-directory': [
    { ...whole('more entries than listed', { end: { entryCount: 3, entriesOnDisk: 3 } }), entry: 'number 3' },
    {
      ...whole('fewer entries than listed', { end: { entryCount: 1, entriesOnDisk: 1 } }),
      entry: 'Cut.fcpxml',
    },
    { ...clipWith('no signature', { central: { signature: 0x02014b51 } }), entry: 'number 2' },
    {
      ...clipWith('an extra field longer than its room', {
        central: { extra: Buffer.from([9, 9, 9, 9, 1]) },
      }),
      entry: 'number 2',
    },
    {
      ...clipWith('a 64-bit size that is not there', {
        central: { size: 0xffffffff },
        both: { extra: zip64Extra() },
      }),
      entry: 'number 2',
    },
  ],
  'bad-zip64': [
    clipWith('64-bit sizes that differ from the short ones', { central: { extra: zip64Extra(5, 5) } }),
    clipWith('two 64-bit fields', {
      central: { extra: Buffer.concat([zip64Extra(30), zip64Extra(30)]) },
    }),
    clipWith('no 64-bit sizes in the local header', { local: { size: 0xffffffff, packedSize: 0xffffffff } }),
  ],
  'stored-size-mismatch': [clipWith('stored, but larger when unpacked', { both: { size: 31 } })],
  'local-header-unreadable': [
    clipWith('no signature', { local: { signature: 0x04034b51 } }),
    clipWith('an offset into other data', { central: { offset: 3 } }),
    clipWith('an offset behind the end', { central: { offset: 0x00ffffff } }),
    clipWith('a broken extra field', { local: { extra: Buffer.from([9, 9, 9, 9, 1]) } }),
  ],
  'local-name-mismatch': [
    clipWith('another name', { local: { name: Buffer.from('../evil.txt') } }),
    {
      name: 'two names for the same data',
      entry: 'media/b.mov',
      bytes: () => rawZip([clip, { name: 'media/b.mov', isOnlyListed: true, central: { offset: 0 } }]),
    },
  ],
  'local-method-mismatch': [clipWith('another method', { local: { method: 8 } })],
  'local-flags-mismatch': [
    clipWith('encrypted only locally', { local: { flags: 0x0001 } }),
    clipWith('another name encoding', { local: { flags: 0x0800 } }),
    clipWith('a descriptor only locally', { local: { flags: 0x0008 } }),
  ],
  'local-checksum-mismatch': [
    clipWith('another checksum', { local: { crc: 1 } }),
    clipWith('no checksum', { local: { crc: 0 } }),
  ],
  'local-size-mismatch': [
    clipWith('another size', { local: { size: 5 } }),
    clipWith('another packed size', { local: { packedSize: 5 } }),
    clipWith('another 64-bit size', {
      local: { size: 0xffffffff, packedSize: 0xffffffff, extra: zip64Extra(30, 31) },
    }),
  ],
  'descriptor-mismatch': [
    clipWith('a descriptor that is missing', { both: { flags: 0x0008 } }),
    clipWith('a descriptor with another checksum', {
      both: { flags: 0x0008 },
      behind: descriptor(clipFacts),
    }),
    clipWith('a long descriptor with another size', {
      both: { flags: 0x0008, crc: 0x1234 },
      behind: descriptor({ ...clipFacts, size: 31 }, { isLong: true }),
    }),
    clipWith('a descriptor without its signature', {
      both: { flags: 0x0008, crc: 0x1234 },
      behind: Buffer.concat([Buffer.alloc(4), descriptor(clipFacts, { isSigned: false })]),
    }),
    clipWith('a descriptor of odd length', { both: { flags: 0x0008 }, behind: Buffer.alloc(13) }),
  ],
  'checksum-mismatch': [
    clipWith('a wrong checksum of stored data', { both: { crc: 0x01020304 } }),
    clipWith('a wrong checksum of deflated data', { deflate: true, both: { crc: 0x01020304 } }),
    clipWith('a wrong checksum of a large entry', {
      content: Buffer.alloc(3 * 1024 ** 2, 7),
      both: { crc: 0x01020304 },
    }),
  ],
  'size-mismatch': [
    clipWith('more than declared', { deflate: true, both: { size: 10 } }),
    clipWith('less than declared', { deflate: true, both: { size: 1_000 } }),
    clipWith('far more than declared', {
      content: zeros.subarray(0, 8 * 1024 ** 2),
      deflate: true,
      both: { size: 2 * 1024 ** 2 },
    }),
    clipWith('far less than declared', {
      content: zeros.subarray(0, 2 * 1024 ** 2),
      deflate: true,
      both: { size: 8 * 1024 ** 2 },
    }),
    clipWith('content where none is declared', { deflate: true, both: { size: 0 } }),
  ],
  'bad-compressed-data': [
    clipWith('noise instead of compressed data', { deflate: true, packed: Buffer.alloc(30, 0xff) }),
    clipWith('compressed data cut short', {
      deflate: true,
      packed: deflateRawSync(Buffer.from('moving picture, moving picture')).subarray(0, 9),
    }),
    clipWith('bytes behind the compressed data', {
      deflate: true,
      packed: Buffer.concat([deflateRawSync(Buffer.from('moving picture, moving picture')), Buffer.alloc(9)]),
    }),
    clipWith('a large entry cut short', {
      content: zeros.subarray(0, 4 * 1024 ** 2),
      deflate: true,
      packed: deflateRawSync(zeros.subarray(0, 4 * 1024 ** 2)).subarray(0, -20),
    }),
    clipWith('bytes behind a large entry', {
      content: zeros.subarray(0, 4 * 1024 ** 2),
      deflate: true,
      packed: Buffer.concat([deflateRawSync(zeros.subarray(0, 4 * 1024 ** 2)), Buffer.alloc(9)]),
    }),
    clipWith('no compressed data at all', { deflate: true, packed: Buffer.alloc(0) }),
  ],
} as const satisfies Record<string, readonly HostileStructure[]>;

/** Fifield's construction: the data of the first entry consists of the second entry with its header. */
function quotedOverlap(): HostileStructure {
  const inner = rawZip([{ ...clip, isUnlisted: true }]).subarray(0, -22);
  const outer: RawEntry = { name: 'media/b.mov', content: inner };
  const offset = 30 + 'media/b.mov'.length;
  return {
    name: 'an entry inside the data of another',
    entry: 'media/b.mov',
    bytes: () => rawZip([outer, { ...clip, isOnlyListed: true, central: { offset } }]),
  };
}
