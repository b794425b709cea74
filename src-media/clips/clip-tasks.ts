import { animateStill } from './animate-still.ts';
import { image3dEffect } from './image-3d-effect.ts';
import { makeClip } from './make-clip.ts';
import { makeEditorClip } from './make-editor-clip.ts';
import { makeMotionGraphic } from './make-motion-graphic.ts';
import { removeVideoBackground } from './remove-video-background.ts';
import { upscaleVideo } from './upscale-video.ts';

/** Tasks that make and change clips. */
export const clipTasks = {
  clipMake: makeClip,
  clipMotion: makeMotionGraphic,
  clipAnimate: animateStill,
  clipImage3d: image3dEffect,
  clipUpscale: upscaleVideo,
  clipCutOut: removeVideoBackground,
  clipForEditors: makeEditorClip,
};
