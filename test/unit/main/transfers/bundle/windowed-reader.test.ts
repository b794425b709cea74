import { expect, test } from 'vitest';
import {
  type PositionedFile,
  WindowedReader,
} from '../../../../../src-main/transfers/bundle/windowed-reader.ts';

const bytes = Buffer.from(Array.from({ length: 60_000 }, (_, index) => (index * 7) % 251));

/** Returns a file that reads at most `maxBytes` at a time and records its reads. */
function makeFile(maxBytes: number) {
  const asked: number[] = [];
  const file: PositionedFile = {
    read: (buffer, offset, length, position) => {
      asked.push(position);
      const end = position + Math.min(length, maxBytes);
      return Promise.resolve({ bytesRead: bytes.copy(buffer, offset, position, end) });
    },
  };
  return { asked, reader: new WindowedReader(file, bytes.length) };
}

test('a file that answers in drops is read whole', async () => {
  const { reader } = makeFile(7);
  expect(bytes.subarray(100, 1_100).equals(await reader.readAt(100, 1_000))).toBe(true);
  expect(bytes.subarray(50_000, 60_000).equals(await reader.readAt(50_000, 10_000))).toBe(true);
});

test('headers that follow each other closely share ever larger reads', async () => {
  const { asked, reader } = makeFile(bytes.length);
  for (let at = 0; at < 50_000; at += 100) {
    const header = await reader.readAt(at, 30);
    expect(bytes.subarray(at, at + 30).equals(header)).toBe(true);
  }
  expect(asked.length).toBeLessThan(8);
});

test('beyond the end there are fewer bytes, and none', async () => {
  const { reader } = makeFile(bytes.length);
  expect(await reader.readAt(59_990, 30)).toHaveLength(10);
  expect(await reader.readAt(70_000, 30)).toHaveLength(0);
});

test('a file that ends before its size said so gives fewer bytes instead of waiting', async () => {
  const reader = new WindowedReader({ read: () => Promise.resolve({ bytesRead: 0 }) }, 1_000);
  expect(await reader.readAt(0, 30)).toHaveLength(0);
});
