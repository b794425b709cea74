import type { Look } from '../look.ts';
import { scheme } from '../scheme.ts';
import { headlineStyles, labelStyles } from '../type-styles.ts';

/** Black, white, one red; light through blinds. */
export const noir: Look = {
  name: 'noir',
  hand: 'atmosphere',
  lines: 'thin',
  schemes: [
    scheme('0b0c0e f2efe9 d3312b 4a4d52 8b8e92', '08090b 5c6066 f4f1ea 3f4247 050607'),
    scheme('131416 f2efe9 d3312b 55585d a3a5a8', '0c0d0f 8d9095 f4f1ea 6a6d72 08090a'),
    scheme('dedcd6 0f0f10 b3201c 8a8b8d 55575a', 'a9aaac efede8 ffffff 9a9c9f 101113'),
  ],
  type: {
    headline: headlineStyles.elegant,
    label: labelStyles.capitals,
    figure: headlineStyles.serif,
    quote: headlineStyles.italic,
  },
  isCentered: false,
  window: 'rectangle',
  backdrop: 'glow',
  mark: 'rule',
  settings: ['skyline', 'night', 'mountains', 'arches', 'sea', 'hills', 'clouds'],
  heroes: ['landscape', 'disc'],
  finish: { vignette: 0.8, paper: 0, grain: 0.8 },
};

/** Wide country at the edge of the day. */
export const cinematic: Look = {
  name: 'cinematic',
  hand: 'atmosphere',
  lines: 'thin',
  schemes: [
    scheme('0d161d f6ede0 f0a25a 2f6f78 c8794f', '173443 eaa466 ffe3b3 86685c 0b151c'),
    scheme('14101f f7ecea ff8f6b 5b4a86 c86f8a', '241a40 f08a7a ffd9a8 7d4a6f 0f0a1a'),
    scheme('0c1a20 eef4f2 e6c07a 4f8f98 9fb9b0', '1b3a44 a9c8c4 f6efd8 5f8488 0a171c'),
  ],
  type: {
    headline: headlineStyles.film,
    label: labelStyles.capitals,
    figure: headlineStyles.film,
    quote: headlineStyles.lightSerif,
  },
  isCentered: true,
  window: 'rectangle',
  backdrop: 'glow',
  mark: 'none',
  settings: ['mountains', 'sea', 'desert', 'hills', 'forest', 'night', 'clouds'],
  heroes: ['landscape', 'disc'],
  finish: { vignette: 0.6, paper: 0, grain: 0.35 },
};

/** Mist over the woods. */
export const nature: Look = {
  name: 'nature',
  hand: 'atmosphere',
  lines: 'thin',
  schemes: [
    scheme('10241c f3f1e4 e2b65a 4f7f5f a8bf8f', '6f9a8c f0e6c8 fff1c9 8fae98 0f261d'),
    scheme('f1efe2 1d2f25 b8662b 8faf83 d9b56a', 'c9dcc9 f6f0dc f5cf7a a9c3a2 24452f'),
    scheme('1a2b34 f2f1e8 e9c46a 5f8a94 9fb6a0', '3f6b7d e6d9bf ffedc2 7f9c9f 13232b'),
  ],
  type: {
    headline: headlineStyles.lightSerif,
    label: labelStyles.capitals,
    figure: headlineStyles.lightSerif,
    quote: headlineStyles.italic,
  },
  isCentered: false,
  window: 'rectangle',
  backdrop: 'glow',
  mark: 'none',
  settings: ['forest', 'mountains', 'sea', 'hills', 'leaves', 'clouds', 'fields', 'night'],
  heroes: ['landscape', 'disc'],
  finish: { vignette: 0.35, paper: 0, grain: 0.25 },
};

/** Tubes of light over a dark city. */
export const neon: Look = {
  name: 'neon',
  hand: 'glow',
  lines: 'thin',
  schemes: [
    scheme('0a0618 f3f0ff ff2d95 22e4ff 8b5cf6', '0a0618 3b0f5c ffc24a ff2d95 22e4ff'),
    scheme('060b1f eef6ff 22e4ff a6ff4d ff4fd8', '060b1f 0f2f5c ff6ad5 22e4ff 7a5cff'),
    scheme('12041a fff0fa ff6a3d ff2d95 ffd23f', '12041a 5c0f3f ffd23f ff2d95 ff8a3d'),
  ],
  type: {
    headline: headlineStyles.tech,
    label: labelStyles.mono,
    figure: headlineStyles.tech,
    quote: headlineStyles.tech,
  },
  isCentered: false,
  window: 'rectangle',
  backdrop: 'floor',
  mark: 'rule',
  settings: ['grid', 'ridgelines', 'network', 'orbits', 'mountains', 'skyline'],
  heroes: ['disc', 'landscape', 'burst'],
  finish: { vignette: 0.4, paper: 0, grain: 0 },
};

/** Gold lines on deep colour. */
export const luxury: Look = {
  name: 'luxury',
  hand: 'line',
  lines: 'thin',
  schemes: [
    scheme('0f0e0d e8cf9a e8cf9a 6b5a35 a38c55', '0f0e0d 1b1814 f3dfae 2a241a 14110d'),
    scheme('0e2a23 ead7a4 ead7a4 4d6b4f a89c63', '0e2a23 153a30 f3e3b4 1d4a3d 0b211b'),
    scheme('f5efe2 4a3718 8f6a26 cbb27a e3d3ac', 'f5efe2 faf6ec b58d3f e9dcbd d8c393'),
  ],
  type: {
    headline: headlineStyles.elegantCapitals,
    label: labelStyles.capitals,
    figure: headlineStyles.lightSerif,
    quote: headlineStyles.italic,
  },
  isCentered: true,
  window: 'arch',
  backdrop: 'frame',
  mark: 'rule',
  settings: ['arches', 'leaves', 'rays', 'mountains', 'contours', 'sea', 'night'],
  heroes: ['disc', 'burst'],
  finish: { vignette: 0.35, paper: 0, grain: 0.15 },
};

/** Glowing gradients with a fine grain, as young companies like them. */
export const modern: Look = {
  name: 'modern',
  hand: 'grain',
  lines: 'light',
  schemes: [
    scheme('17123a f5f2ff ff7a66 7c6cf6 ffc27a', '2a1f7a f78fa7 ffd3a0 8f6cf0 140e33'),
    scheme('f4f1fb 1c1640 6a4df5 c3b6fb ff8f70', 'cfc4fb fde9e2 ff9f7a b9a8f5 3a2a9c'),
    scheme('0d2b3e effaf8 5ef0c2 3f8fd9 ffb86b', '114a66 8fe3cf fff0b8 3f9fb0 08202f'),
  ],
  type: {
    headline: headlineStyles.tech,
    label: labelStyles.tech,
    figure: headlineStyles.tech,
    quote: headlineStyles.tech,
  },
  isCentered: false,
  window: 'rounded',
  backdrop: 'mesh',
  mark: 'none',
  settings: ['ridgelines', 'hills', 'network', 'orbits', 'contours', 'sea', 'rays', 'desert'],
  heroes: ['disc', 'podium', 'landscape'],
  finish: { vignette: 0, paper: 0, grain: 0.3 },
};
