import { generateImage } from './generate/generate-image.ts';
import { removeBackground } from './remove-background.ts';
import { upscale } from './upscale.ts';
import { vectorize } from './vectorize.ts';

/** Tasks that make and change images. */
export const imageTasks = {
  imageGenerate: generateImage,
  imageVectorize: vectorize,
  imageRemoveBackground: removeBackground,
  imageUpscale: upscale,
};
