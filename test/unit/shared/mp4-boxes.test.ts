import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  boxesIn,
  boxesOfFile,
  type Mp4Box,
  type ReadBytes,
  readMp4Index,
  tracksIn,
} from '../../../src-shared/mp4-boxes.ts';

type Head = 'short' | 'large' | 'to the end';

interface Made {
  readonly type: string;
  readonly head: Head;
  readonly content: Uint8Array<ArrayBuffer>;
}

const byte = fc.integer({ min: 0, max: 255 });
const bytes = (maxLength: number): fc.Arbitrary<Uint8Array<ArrayBuffer>> =>
  fc.array(byte, { maxLength }).map((values) => new Uint8Array(values));
const made = (...heads: Head[]): fc.Arbitrary<Made> =>
  fc.record({
    type: fc.constantFrom('ftyp', 'free', 'mdat', 'wide', 'uuid'),
    head: fc.constantFrom(...heads),
    content: bytes(40),
  });
const files = fc
  .tuple(
    fc.array(made('short', 'large'), { maxLength: 6 }),
    fc.option(made('to the end'), { nil: undefined }),
    fc.option(fc.tuple(fc.nat(6), bytes(40), fc.constantFrom<Head>('short', 'large')), { nil: undefined }),
  )
  .map(([boxes, last, index]) => {
    const all = [...boxes, ...(last ? [last] : [])];
    if (index)
      all.splice(Math.min(index[0], boxes.length), 0, { type: 'moov', content: index[1], head: index[2] });
    return { all, index: index?.[1] ?? null };
  });

function headOf({ type, head, content }: Made): number[] {
  const size = head === 'short' ? content.length + 8 : head === 'large' ? 1 : 0;
  const view = new DataView(new ArrayBuffer(head === 'large' ? 16 : 8));
  view.setUint32(0, size);
  if (head === 'large') view.setBigUint64(8, BigInt(content.length + 16));
  const written = new Uint8Array(view.buffer);
  written.set(new TextEncoder().encode(type), 4);
  return [...written];
}

/** Returns the file and the place of each of its boxes. */
function write(all: readonly Made[]): { file: Uint8Array<ArrayBuffer>; boxes: Mp4Box[] } {
  const written: number[] = [];
  const boxes = all.map((box) => {
    written.push(...headOf(box));
    const start = written.length;
    written.push(...box.content);
    return { type: box.type, start, end: written.length };
  });
  return { file: new Uint8Array(written), boxes };
}

const viewOf = (file: Uint8Array<ArrayBuffer>): DataView =>
  new DataView(file.buffer, file.byteOffset, file.length);
const reader =
  (file: Uint8Array<ArrayBuffer>): ReadBytes =>
  (start, end) =>
    Promise.resolve(file.slice(start, end));

async function listOf(file: Uint8Array<ArrayBuffer>): Promise<Mp4Box[]> {
  const boxes: Mp4Box[] = [];
  for await (const box of boxesOfFile(reader(file))) boxes.push(box);
  return boxes;
}

test('boxes are found as they were written, whatever form their heads have', async () => {
  await fc.assert(
    fc.asyncProperty(files, async ({ all, index }) => {
      const { file, boxes } = write(all);
      expect(boxesIn(viewOf(file), 0, file.length)).toEqual(boxes);
      const ofFile = await listOf(file);
      expect(ofFile.map((box) => ({ ...box, end: Math.min(box.end, file.length) }))).toEqual(boxes);
      const found = await readMp4Index(reader(file));
      expect(found && [...new Uint8Array(found.buffer, found.byteOffset, found.byteLength)]).toEqual(
        index && [...index],
      );
    }),
  );
});

test('of a file that is cut off only the boxes that are whole are listed, and no half index is read', async () => {
  const short = fc.array(made('short', 'large'), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(short, fc.nat(), bytes(40), async (before, place, content) => {
      const { file, boxes } = write([...before, { type: 'moov', head: 'short', content }]);
      const cut = file.subarray(0, place % file.length);
      expect(boxesIn(viewOf(cut), 0, cut.length)).toEqual(boxes.filter(({ end }) => end <= cut.length));
      expect(await readMp4Index(reader(cut))).toBeNull();
      const last = (await listOf(cut)).at(-1);
      // A box that ends with the file is complete, even if the file was cut between two boxes.
      if (!boxes.some(({ end }) => end === cut.length)) expect(last?.end).not.toBe(cut.length);
    }),
  );
});

test('any bytes at all are read to an end, in order and within their bounds', async () => {
  const small = fc.array(fc.oneof(byte, fc.constantFrom(0, 1, 8, 16)), { maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(small, async (values) => {
      const file = new Uint8Array(values);
      let at = 0;
      for (const { start, end } of boxesIn(viewOf(file), 0, file.length)) {
        expect(start).toBeGreaterThanOrEqual(at + 8);
        expect(end).toBeGreaterThanOrEqual(start);
        expect(end).toBeLessThanOrEqual(file.length);
        at = end;
      }
      await listOf(file);
      const index = await readMp4Index(reader(file));
      if (index) expect(() => tracksIn(index)).not.toThrow(TypeError);
    }),
  );
});
