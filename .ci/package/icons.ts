import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const source = join('resources', 'icon.png');

/** The app's icon as PNG. */
function drawIcon(pixels: number): Promise<Buffer> {
  return sharp(source).resize(pixels, pixels).png({ compressionLevel: 9 }).toBuffer();
}

export interface SizedPng {
  /** Of each side. */
  readonly pixels: number;
  readonly png: Buffer;
}

function drawIcons(sizes: readonly number[]): Promise<SizedPng[]> {
  return Promise.all(sizes.map(async (pixels) => ({ pixels, png: await drawIcon(pixels) })));
}

/** Icon of Windows: a directory of 16 bytes for each picture, then the PNG files. */
export function icoOf(pictures: readonly SizedPng[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { pixels, png }] of pictures.entries()) {
    const entry = 6 + 16 * index;
    // 256 is written as 0.
    head.writeUInt8(pixels % 256, entry);
    head.writeUInt8(pixels % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/** Types of the PNG files in an icon of macOS, by their size. */
const icnsTypes: Readonly<Record<number, string>> = { 128: 'ic07', 256: 'ic08', 512: 'ic09' };

/** Icon of macOS: PNG files, each after its type and its length with both. */
export function icnsOf(pictures: readonly SizedPng[]): Buffer {
  const chunk = (type: string, content: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(8 + content.length, 4);
    return Buffer.concat([head, content]);
  };
  const chunks = pictures.flatMap(({ pixels, png }) => {
    const type = icnsTypes[pixels];
    return type === undefined ? [] : [chunk(type, png)];
  });
  return chunk('icns', Buffer.concat(chunks));
}

/** Writes `icon.ico` and `icon.icns`. */
export async function writeIcons(folder: string): Promise<void> {
  writeFileSync(join(folder, 'icon.ico'), icoOf(await drawIcons([16, 24, 32, 48, 64, 128, 256])));
  writeFileSync(join(folder, 'icon.icns'), icnsOf(await drawIcons([128, 256, 512])));
}

/** Writes `<size>x<size>/apps/<name>.png`, as the icon theme `hicolor` has them. */
export async function writeThemeIcons(folder: string, name: string): Promise<void> {
  for (const { pixels, png } of await drawIcons([16, 24, 32, 48, 64, 128, 256, 512])) {
    const place = join(folder, `${String(pixels)}x${String(pixels)}`, 'apps');
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, `${name}.png`), png);
  }
}
