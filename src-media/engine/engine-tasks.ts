import { makeProxy } from './make-proxy.ts';
import { probePlayable } from './probe-playable.ts';
import { renderCut } from './render-cut.ts';
import { renderFrames } from './render-frames.ts';

/** Tasks of the engine beside the app. */
export const engineTasks = {
  engineProbe: ({ path }: { readonly path: string }) => probePlayable(path),
  engineProxy: makeProxy,
  engineRender: renderCut,
  engineFrames: renderFrames,
};
