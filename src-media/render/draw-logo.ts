import sharp from 'sharp';
import type { LogoFrameRequest, PlacedLogo } from '../media-engine.ts';
import { MediaError } from '../media-error.ts';
import { saveImage } from '../save-image.ts';
import { createOverlay, type Overlay } from '../video/overlay.ts';
import { logoPlace } from './logo-place.ts';

/** Resolution in dots per inch at which SVG logos are rasterised, enough for any logo. */
const drawingDensity = 300;

interface Frame {
  readonly width: number;
  readonly height: number;
}

interface Pixels extends Frame {
  readonly rgba: Buffer;
}

interface PlacedPixels extends Pixels {
  readonly x: number;
  readonly y: number;
}

/**
 * Draws a logo as an overlay for all frames.
 *
 * @param logo an image in any format that `sharp` reads, transparent or not, including SVG
 * @throws MediaError `unreadable_media`
 */
export async function drawLogo(logo: PlacedLogo, frame: Frame): Promise<Overlay> {
  const placed = await placeLogo(logo, frame);
  return createOverlay(placed, placed.x, placed.y);
}

/** Draws the logo on a transparent picture of the frame's size, which editors overlay unchanged. */
export async function drawLogoFrame(request: LogoFrameRequest): Promise<null> {
  const { width, height } = request;
  const { rgba, x, y, ...size } = await placeLogo(request.logo, request);
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  const raw = { ...size, channels: 4 } as const;
  const frame = sharp({ create: { width, height, channels: 4, background } })
    .composite([{ input: rgba, raw, left: x, top: y }])
    .png();
  await saveImage(frame, request.outputPath);
  return null;
}

async function placeLogo(logo: PlacedLogo, frame: Frame): Promise<PlacedPixels> {
  try {
    const image = sharp(logo.path, { density: drawingDensity }).autoOrient();
    const own = await image.metadata();
    const { width, height, x, y } = logoPlace(own.autoOrient, logo, frame);
    const rgba = await image
      .toColourspace('srgb')
      .ensureAlpha()
      .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
      .raw()
      .toBuffer();
    return { rgba, width, height, x, y };
  } catch (error) {
    throw new MediaError('unreadable_media', 'The logo cannot be read.', { cause: error });
  }
}
