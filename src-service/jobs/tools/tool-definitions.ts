import { generateAvatar } from './generate-avatar.ts';
import { generateImage } from './generate-image.ts';
import { generateMotionGraphic } from './generate-motion-graphic.ts';
import { generateMusic } from './generate-music.ts';
import { generateSoundEffect } from './generate-sound-effect.ts';
import { generateVideoClip } from './generate-video-clip.ts';
import { image3dEffect } from './image-3d-effect.ts';
import { removeImageBackground, upscaleImage, vectorizeImage } from './image-tools.ts';
import { removeVideoBackground } from './remove-video-background.ts';
import { textToSpeech } from './text-to-speech.ts';
import type { ToolDefinition } from './tool-definition.ts';
import { upscaleVideo } from './upscale-video.ts';

/** The tools this service has. Those missing here answer 501. */
export const toolDefinitions: readonly ToolDefinition[] = [
  generateImage,
  generateVideoClip,
  generateMotionGraphic,
  textToSpeech,
  generateSoundEffect,
  generateMusic,
  generateAvatar,
  vectorizeImage,
  removeImageBackground,
  removeVideoBackground,
  upscaleImage,
  upscaleVideo,
  image3dEffect,
];
