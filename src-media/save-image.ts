import { writeFile } from 'node:fs/promises';
import type { OutputInfo, Sharp } from 'sharp';

/**
 * Encodes an image and writes it to a file. sharp's own `toFile` reports a full disk only as text that it shares
 * between threads; this function fails with the system's error.
 *
 * @param image with its format set
 * @throws the error of the file system, such as `ENOSPC`
 */
export async function saveImage(image: Sharp, path: string): Promise<OutputInfo> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  await writeFile(path, data);
  return info;
}
