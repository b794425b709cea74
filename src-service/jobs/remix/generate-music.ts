import { framesPerSecond, setMusic } from '@dailies/media/project';
import type { RemixWork } from './remix-context.ts';

const leastSeconds = 4;
const mostSeconds = 3600;
const workName = 'music.wav';

/** A piece as long as the project takes the place of its music, as loud as that was. */
export const generateMusic: RemixWork<'GENERATE_MUSIC'> = async (deps, context, { prompt }) => {
  const { content, revision, project, media, signal, onProgress } = context;
  const frames = content.scenes.reduce((sum, scene) => sum + scene.durationFrames, 0);
  const durationSeconds = Math.max(leastSeconds, Math.min(mostSeconds, frames / framesPerSecond));
  const order = {
    prompt,
    durationSeconds,
    seed: `${prompt} ${revision}`,
    outputPath: media.pathOf(workName),
  };
  const made = await deps.engine.sounds.composeMusic(order, { signal, onProgress });
  const fileId = await media.takeIn({
    ...{ role: 'music', type: 'AUDIO', workName, displayName: `${project.title}, music` },
    durationFrames: Math.round(made.durationSeconds * framesPerSecond),
  });
  return { content: setMusic(content, { fileId }) };
};
