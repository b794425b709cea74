import { MediaError } from '../../media-error.ts';
import { readImage, readImageFacts } from '../open-image.ts';
import type { PictureMeasures } from './file-tools.ts';
import { measurePixels } from './measure-pixels.ts';

const sampleSide = 96;

/** See `FileTools.measurePicture`. */
export async function measurePicture(path: string): Promise<PictureMeasures> {
  const facts = await readImageFacts(path);
  if (!facts) throw new MediaError('unreadable_media', 'The file is no image that can be read.');
  const { data, info } = await readImage(path, (image) =>
    image
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize(sampleSide, sampleSide, { fit: 'inside' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const measures = measurePixels({ width: info.width, height: info.height, rgb: data });
  return { ...measures, width: facts.width, height: facts.height };
}
