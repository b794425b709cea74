import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';

/** Makes a picture with a plain shape on a plain ground. */
export async function makePicture(hue = 200): Promise<Buffer> {
  const shape = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="64">
    <rect width="96" height="64" fill="hsl(${hue}, 40%, 92%)"/>
    <circle cx="48" cy="32" r="20" fill="hsl(${hue}, 70%, 35%)"/></svg>`;
  return sharp(Buffer.from(shape)).png().toBuffer();
}

/** Makes a second of a humming tone, mono, 16 bit. */
export function makeTone(): Buffer {
  const rate = 16_000;
  const samples = Int16Array.from({ length: rate }, (_, index) =>
    Math.round(8_000 * Math.sin((index / rate) * 2 * Math.PI * 180)),
  );
  const header = Buffer.from(
    'RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\0\0\0\0\0\0\0\0\x02\0\x10\0data\0\0\0\0',
    'latin1',
  );
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([header, Buffer.from(samples.buffer)]);
}

/** Makes a document of one page. */
export async function makeDeck(): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage([320, 180]).drawText('Harbour', { x: 40, y: 80, size: 40 });
  return Buffer.from(await document.save());
}
