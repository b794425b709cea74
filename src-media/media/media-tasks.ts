import { conformClip } from './conform-clip.ts';
import { conformStill } from './conform-still.ts';
import { drawScenePicture } from './draw-scene-picture.ts';
import { makePreview } from './files/make-preview.ts';
import { makeStreaming } from './files/make-streaming.ts';
import { measureMovie } from './files/measure-movie.ts';
import { measurePicture } from './files/measure-picture.ts';
import { measureSound } from './files/measure-sound.ts';
import { makeThumbnail } from './make-thumbnail.ts';
import { probeMedia } from './probe-media.ts';

/** Tasks on files of any kind. */
export const mediaTasks = {
  drawPicture: drawScenePicture,
  conformStill,
  conformClip,
  probe: probeMedia,
  makeThumbnail,
  fileMakePreview: makePreview,
  fileMakeStreaming: makeStreaming,
  fileMeasurePicture: measurePicture,
  fileMeasureMovie: measureMovie,
  fileMeasureSound: measureSound,
};
