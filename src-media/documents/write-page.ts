import { type Canvas, createCanvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { saveImage } from '../save-image.ts';
import type { Size } from './fit-inside.ts';

/** Returns the colour of a page's edges if they have a single one, so that the bars beside it blend in. */
function edgeColor(page: Canvas): string {
  const { width, height } = page;
  const { data } = page.getContext('2d').getImageData(0, 0, width, height);
  const at = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
  const places = [0.02, 0.25, 0.5, 0.75, 0.98];
  const samples = places.flatMap((part) => [
    at(0, Math.floor(part * height)),
    at(width - 1, Math.floor(part * height)),
    at(Math.floor(part * width), 0),
    at(Math.floor(part * width), height - 1),
  ]);
  const first = samples[0] ?? [0, 0, 0];
  const isPlain = samples.every((sample) =>
    sample.every((value, index) => Math.abs(value - (first[index] ?? 0)) < 12),
  );
  return isPlain ? `rgb(${first.join(',')})` : '#15171a';
}

/** Centres a page in a frame and writes it as PNG. */
export async function writePage(page: Canvas, frame: Size, outputPath: string): Promise<void> {
  const { width, height } = frame;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = edgeColor(page);
  context.fillRect(0, 0, width, height);
  context.drawImage(page, Math.round((width - page.width) / 2), Math.round((height - page.height) / 2));
  const rgba = Buffer.from(context.getImageData(0, 0, width, height).data.buffer);
  const image = sharp(rgba, { raw: { width, height, channels: 4 } }).removeAlpha();
  await saveImage(image.png({ compressionLevel: 5 }), outputPath);
}
