import type { Look } from '../look.ts';
import { scheme } from '../scheme.ts';
import { headlineStyles, labelStyles } from '../type-styles.ts';

/** The look for no wish at all: a good magazine. */
export const editorial: Look = {
  name: 'editorial',
  hand: 'grain',
  lines: 'light',
  schemes: [
    scheme('f3efe6 1b1a1f d9432a 8fa9b5 e3b261', 'dfe3dd f5ead7 e0523a a9bcc0 1d3040'),
    scheme('1d2a3a f5efe3 f0704f 6f93a8 e8be77', '2b4258 d9b99a f6c98a 7c8f98 131d29'),
    scheme('e9dcc6 241c18 b8391f 7d9a86 d79a3f', 'e6cfa8 f4e6cb cf4a2c bda77f 35402f'),
  ],
  type: {
    headline: headlineStyles.serif,
    label: labelStyles.sans,
    figure: headlineStyles.serif,
    quote: headlineStyles.italic,
  },
  isCentered: false,
  window: 'rectangle',
  backdrop: 'layers',
  mark: 'rule',
  settings: ['hills', 'contours', 'rays', 'leaves', 'sea', 'arches', 'ridgelines', 'mountains'],
  heroes: ['disc', 'landscape', 'podium'],
  finish: { vignette: 0, paper: 0.35, grain: 0 },
};

/** Flat geometry and much air. */
export const minimal: Look = {
  name: 'minimal',
  hand: 'flat',
  lines: 'light',
  schemes: [
    scheme('f1f5fa 10223f 2f66e0 a9c6f5 f4b94a', 'd3e4f8 f4f8fc f6c45b aecbf0 17386f'),
    scheme('1b3f8b f4f8ff ffc857 7fa8f0 ff8a5c', '1b3f8b 5f8be0 ffd27a 3f6cc4 0d2557'),
    scheme('fbf7f0 16263f 2f66e0 f3c9a5 8fb4ea', 'fde3c8 fdf6ec f59b5f b9cde9 1d3d72'),
  ],
  type: {
    headline: headlineStyles.sans,
    label: labelStyles.sans,
    figure: headlineStyles.sans,
    quote: headlineStyles.sans,
  },
  isCentered: false,
  window: 'circle',
  backdrop: 'disc',
  mark: 'none',
  settings: ['hills', 'geometry', 'rays', 'arches', 'sea', 'contours', 'mountains', 'clouds'],
  heroes: ['disc', 'podium', 'pattern'],
  finish: { vignette: 0, paper: 0, grain: 0 },
};

/** Washes on paper. */
export const watercolor: Look = {
  name: 'watercolor',
  hand: 'watercolor',
  lines: 'thin',
  schemes: [
    scheme('fbf6ec 3a3540 c8553d 8fb39a e9b872', 'a9cfdc f8dfc4 f2a65a b3c8c4 3f6f66'),
    scheme('fdf3ea 43303a d0674f e8a994 9fb8c9', 'f3b8a0 fbe7d0 f3c76b d9b3a6 7a4a55'),
    scheme('f6f4e8 2f3d38 b9772f a9c28f d8a8a0', 'c9dcb8 f7efd5 f0b65c b9cf9f 4a6b3d'),
  ],
  type: {
    headline: headlineStyles.elegant,
    label: labelStyles.hand,
    figure: headlineStyles.elegant,
    quote: headlineStyles.italic,
  },
  isCentered: true,
  window: 'circle',
  backdrop: 'blobs',
  mark: 'none',
  settings: ['hills', 'leaves', 'sea', 'mountains', 'clouds', 'forest', 'fields', 'rays'],
  heroes: ['landscape', 'disc'],
  finish: { vignette: 0, paper: 0.8, grain: 0 },
};

/** Layers of cut paper. */
export const papercut: Look = {
  name: 'papercut',
  hand: 'paper',
  lines: 'light',
  schemes: [
    scheme('fbf0df 2a2140 e4572e f3a712 3d8f87', 'f8dcb8 fdf1de f9b233 8ecac1 23395b'),
    scheme('24345c fdf3e3 f7b32b e4677a 5fb3b0', '3a4f86 f2b6a0 fbd26a 7f7fb5 182444'),
    scheme('f7d9cf 3b1f3a d8345f f49d6e 6f9f8f', 'fbc9b8 fdeadf f4845f e8a5a0 5b2a56'),
  ],
  type: {
    headline: headlineStyles.display,
    label: labelStyles.rounded,
    figure: headlineStyles.display,
    quote: headlineStyles.display,
  },
  isCentered: false,
  window: 'arch',
  backdrop: 'layers',
  mark: 'none',
  settings: ['hills', 'sea', 'mountains', 'leaves', 'rays', 'clouds', 'arches', 'desert'],
  heroes: ['landscape', 'podium', 'burst'],
  finish: { vignette: 0, paper: 0.6, grain: 0 },
};

/** Pastels and round shapes for small viewers. */
export const kids: Look = {
  name: 'kids',
  hand: 'paper',
  lines: 'light',
  schemes: [
    scheme('fff3d9 4a2f63 ff7a85 7fd1c7 ffc94d', 'bfe8f7 fff4dd ffcf4d b6e3b0 5aa77b'),
    scheme('d9f1fb 3b2a66 ff8a5c ffd466 b79cf0', 'bde7fa f1fbff ffd75e c3e8c0 6f8fe0'),
    scheme('fde0ea 57265c f2609e 8fd3f0 ffd062', 'f9c9e0 fff0ea ffd36b d9c2f3 9a6bc9'),
  ],
  type: {
    headline: headlineStyles.rounded,
    label: labelStyles.rounded,
    figure: headlineStyles.rounded,
    quote: headlineStyles.rounded,
  },
  isCentered: true,
  window: 'rounded',
  backdrop: 'blobs',
  mark: 'none',
  settings: ['hills', 'clouds', 'rays', 'sea', 'leaves', 'orbits', 'mountains', 'snow'],
  heroes: ['burst', 'landscape', 'podium', 'pattern'],
  finish: { vignette: 0, paper: 0.25, grain: 0 },
};

/** A felt pen and three markers. */
export const sketch: Look = {
  name: 'sketch',
  hand: 'sketch',
  lines: 'light',
  schemes: [
    scheme('fdfcf8 24272d f2604a 5aa9e6 ffce5c', 'fdfcf8 fdfcf8 ffd166 bfe3c0 4f93cf'),
    scheme('fff6df 2a2623 e2583e 79b791 f6b93b', 'fff6df fff6df f9c74f cfe0b0 5b8f7b'),
    scheme('24423c f4f5ec ffd76b 8fd0c0 f59f8b', '24423c 24423c ffd76b 3f6f63 7fb5a6'),
  ],
  type: {
    headline: headlineStyles.hand,
    label: labelStyles.hand,
    figure: headlineStyles.hand,
    quote: headlineStyles.hand,
  },
  isCentered: false,
  window: 'rounded',
  backdrop: 'disc',
  mark: 'none',
  settings: ['hills', 'clouds', 'mountains', 'rays', 'fields', 'contours', 'leaves'],
  heroes: ['disc', 'burst', 'landscape'],
  finish: { vignette: 0, paper: 0.2, grain: 0 },
};
