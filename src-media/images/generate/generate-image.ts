import { turnOf } from '../../pictures/random.ts';
import type { TaskControl } from '../../task-options.ts';
import type { GenerateImageRequest, PictureFacts } from '../image-tools.ts';
import { type Raster, readRaster } from '../raster.ts';
import { markRaster, writeRaster } from '../write-image.ts';
import { composeReferences } from './compose-references.ts';
import { drawIllustration, drawScenery, lookOf } from './draw-illustration.ts';
import { blendMoods, type ColorMood, moodOf, transferMood } from './palette-transfer.ts';
import { restyle } from './restyle.ts';

const referenceSide = 2048;
const moodSide = 256;
/** Strength of the colour transfer from a style's pictures. */
const moodShare = 0.85;

async function readMood(paths: readonly string[]): Promise<ColorMood | null> {
  const moods: ColorMood[] = [];
  for (const path of paths) moods.push(moodOf(await readRaster(path, moodSide)));
  const [first, ...others] = moods;
  return first ? blendMoods([first, ...others]) : null;
}

async function drawFromReferences(request: GenerateImageRequest, control: TaskControl): Promise<Raster> {
  const references: Raster[] = [];
  for (const path of request.subjectPaths) {
    control.checkpoint();
    references.push(await readRaster(path, referenceSide));
  }
  const look = lookOf(request);
  const scheme = look.schemes[turnOf('scheme', request.seed, 3)] ?? look.schemes[0];
  control.progress(0.2);
  return composeReferences(references, request, scheme, request.seed, {
    style: (picture) => restyle(picture, look, scheme, request.seed),
    drawGround: () => drawScenery(request),
  });
}

/**
 * Makes the picture of a prompt: an illustration, or the given pictures redrawn in the requested look.
 *
 * @throws MediaError `unreadable_media`, `media_too_large`
 */
export async function generateImage(
  request: GenerateImageRequest,
  control: TaskControl,
): Promise<PictureFacts> {
  const mood = await readMood(request.stylePaths);
  const drawn =
    request.subjectPaths.length === 0
      ? await drawIllustration(request)
      : await drawFromReferences(request, control);
  control.checkpoint();
  control.progress(0.7);
  const colored = mood ? transferMood(drawn, mood, moodShare) : drawn;
  control.checkpoint();
  return writeRaster(await markRaster(colored, request.isMarked), request.outputPath);
}
