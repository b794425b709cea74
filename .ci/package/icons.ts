import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/** The same picture as `icon.png`, which the running app uses. */
const drawing = join('resources', 'icon.svg');
/** Width of the drawing. */
const drawnPixels = 512;

/** Renders the app's icon as PNG. */
function drawIcon(pixels: number): Promise<Buffer> {
  return sharp(drawing, { density: (72 * pixels) / drawnPixels })
    .resize(pixels, pixels)
    .png({ compressionLevel: 9 })
    .toBuffer();
}

export interface SizedPng {
  /** Length of each side. */
  readonly pixels: number;
  readonly png: Buffer;
}

function drawIcons(sizes: readonly number[]): Promise<SizedPng[]> {
  return Promise.all(sizes.map(async (pixels) => ({ pixels, png: await drawIcon(pixels) })));
}

/** Builds a Windows icon: a directory with 16 bytes for each picture, then the PNG files. */
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

/** Type of each PNG file in a macOS icon, by its size. */
const icnsTypes: Readonly<Record<number, string>> = { 128: 'ic07', 256: 'ic08', 512: 'ic09' };

/** Builds a macOS icon: each PNG file follows its type and a length that includes both. */
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

/** Writes `<size>x<size>/apps/<name>.png` and `scalable/apps/<name>.svg`, the layout of the icon theme `hicolor`. */
export async function writeThemeIcons(folder: string, name: string): Promise<void> {
  for (const { pixels, png } of await drawIcons([16, 24, 32, 48, 64, 128, 256, 512])) {
    const place = join(folder, `${String(pixels)}x${String(pixels)}`, 'apps');
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, `${name}.png`), png);
  }
  const scalable = join(folder, 'scalable', 'apps');
  mkdirSync(scalable, { recursive: true });
  copyFileSync(drawing, join(scalable, `${name}.svg`));
}
