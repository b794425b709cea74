import type { Locator, Page } from '@playwright/test';
import { frameBits, frameBitSize } from './fake-movie.ts';

/** Reads the frame number from the pixels of a video, by default the player's. */
export function readFrameNumber(page: Page, place: Locator = page.locator('video')): Promise<number> {
  return place.evaluate(
    (video: HTMLVideoElement, { bits, size }) => {
      const canvas = document.createElement('canvas');
      canvas.width = bits * size;
      canvas.height = size;
      const context = canvas.getContext('2d');
      context?.drawImage(
        video,
        ...([0, video.videoHeight - size, bits * size, size] as const),
        ...([0, 0, bits * size, size] as const),
      );
      const pixels = context?.getImageData(0, size / 2, bits * size, 1).data;
      return Array.from({ length: bits }, (_, bit) => {
        const isWhite = (pixels?.[(bit * size + size / 2) * 4] ?? 0) > 128;
        return isWhite ? 2 ** bit : 0;
      }).reduce((sum, each) => sum + each, 0);
    },
    { bits: frameBits, size: frameBitSize },
  );
}
