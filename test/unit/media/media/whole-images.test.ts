import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { probeMedia } from '../../../../src-media/media/probe-media.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

/** A picture that compresses badly, so that a cut leaves many rows away. */
const picture = sharp({
  create: {
    width: 400,
    height: 300,
    channels: 3,
    background: 'white',
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  },
});

async function typeOf(bytes: Buffer): Promise<string | null> {
  const path = join(await makeTemporaryFolder(), 'picture');
  await writeFile(path, bytes);
  return (await probeMedia(path))?.mimeType ?? null;
}

test.each(['png', 'jpeg', 'webp', 'gif', 'tiff'] as const)(
  'a %s that is cut off is no readable media, and the whole one is',
  async (format) => {
    const bytes = await picture.clone().toFormat(format).toBuffer();
    expect(await typeOf(bytes)).toBe(`image/${format}`);
    for (const share of [0.9, 0.5, 0.2]) {
      expect(await typeOf(bytes.subarray(0, Math.floor(bytes.byteLength * share)))).toBeNull();
    }
  },
);
