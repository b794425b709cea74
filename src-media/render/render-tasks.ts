import { drawLogoFrame } from './draw-logo.ts';
import { encodeNarration } from './encode-narration.ts';
import { encodeScene } from './encode-scene.ts';
import { joinMovie } from './join-movie.ts';

/** Tasks that make the parts of a movie. */
export const renderTasks = {
  drawLogoFrame,
  encodeScene,
  encodeNarration,
  joinMovie,
};
