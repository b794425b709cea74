import { type FileHandle, open } from 'node:fs/promises';

const headBytes = 16;
const maxBoxes = 10_000;

/**
 * False for an MP4 or QuickTime file that ends before its boxes do, or has no index yet: its writer is still at work.
 * Files of other kinds count as whole.
 * @throws what the file system throws.
 */
export async function isWholeMovie(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const first = await boxAt(file, 0, size);
    if (first === null || !/^(?:ftyp|wide|mdat|moov|free|skip)$/.test(first.name)) return size > 0;
    return await areBoxesWhole(file, size);
  } finally {
    await file.close();
  }
}

async function areBoxesWhole(file: FileHandle, size: number): Promise<boolean> {
  let hasIndex = false;
  let at = 0;
  for (let count = 0; at < size && count < maxBoxes; count += 1) {
    const box = await boxAt(file, at, size);
    if (box === null || box.endsAt > size) return false;
    hasIndex ||= box.name === 'moov';
    at = box.endsAt;
  }
  return hasIndex && at === size;
}

interface Box {
  readonly name: string;
  readonly endsAt: number;
}

/** Null where no box can begin. */
export async function boxAt(file: FileHandle, at: number, size: number): Promise<Box | null> {
  const head = Buffer.alloc(headBytes);
  const { bytesRead } = await file.read(head, 0, headBytes, at);
  if (bytesRead < 8) return null;
  const name = head.toString('latin1', 4, 8);
  const short = head.readUInt32BE(0);
  // 0: to the end of the file; 1: the length follows in eight bytes.
  if (short === 0) return { name, endsAt: size };
  if (short === 1)
    return bytesRead < headBytes ? null : { name, endsAt: at + Number(head.readBigUInt64BE(8)) };
  return short < 8 ? null : { name, endsAt: at + short };
}
