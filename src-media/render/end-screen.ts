import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { fontFamiliesFor } from '../fonts/font-families.ts';
import { endScreenFrames } from '../project-content.ts';
import { rgbToYuv } from '../video/rgb-to-yuv.ts';
import { dim, type YuvPicture } from '../video/yuv-picture.ts';
import { wordmark } from './draw-watermark.ts';

const fadeFrames = 10;

const ground = '#131313';
const letters = '#ececec';
const faintLetters = '#989898';
const accent = '#2f6cec';

/** Draws the end screen frame by frame: the app's name fades in from black and stays. */
export function drawEndScreen(width: number, height: number): YuvPicture[] {
  const picture = paintEndScreen(width, height);
  return Array.from({ length: endScreenFrames }, (_, index) => {
    if (index >= fadeFrames) return picture;
    const share = (index + 1) / (fadeFrames + 1);
    return dim(picture, share * share * (3 - 2 * share));
  });
}

function paintEndScreen(width: number, height: number): YuvPicture {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  const unit = Math.min(width, height) / 100;
  context.textBaseline = 'alphabetic';
  const markWidth = setText(context, wordmark, { size: unit * 13, weight: 650, color: letters });
  const left = (width - markWidth) / 2;
  const baseline = height / 2 + unit * 4.6;
  context.fillText(wordmark, left, baseline);
  // Draws a cut mark: the line between two pictures.
  context.fillStyle = accent;
  context.fillRect(
    Math.round(left + unit * 0.6),
    Math.round(baseline + unit * 4.4),
    Math.round(unit * 9),
    Math.max(2, Math.round(unit * 0.7)),
  );
  setText(context, 'Made with', { size: unit * 3.4, weight: 450, color: faintLetters });
  context.fillText('Made with', left + unit * 0.7, baseline - unit * 12.6);
  return rgbToYuv(rgbOf(context.getImageData(0, 0, width, height).data), width, height);
}

function setText(
  context: SKRSContext2D,
  text: string,
  { size, weight, color }: { readonly size: number; readonly weight: number; readonly color: string },
): number {
  context.font = `${weight} ${size}px ${fontFamiliesFor(text, 'sans')}`;
  context.fillStyle = color;
  return context.measureText(text).width;
}

function rgbOf(rgba: Uint8ClampedArray): Buffer {
  const rgb = Buffer.alloc((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    rgb[to] = rgba[from] ?? 0;
    rgb[to + 1] = rgba[from + 1] ?? 0;
    rgb[to + 2] = rgba[from + 2] ?? 0;
  }
  return rgb;
}
