import type { Look } from '../look.ts';
import { scheme } from '../scheme.ts';
import { headlineStyles, labelStyles } from '../type-styles.ts';

/** A poster of the seventies. */
export const retro: Look = {
  name: 'retro',
  hand: 'grain',
  lines: 'light',
  schemes: [
    scheme('f4e3c1 3b1d12 d4502a e9a13b 2f7d77', 'f2c987 f9e8c3 d9542b e6a447 4a2116'),
    scheme('4a2116 f7e6c4 f0a037 d9542b 5a9a8f', '6b2f1a d9772f f6c15a a8502a 2a110b'),
    scheme('e9a83f 37190f b83a1c f6dfae 276e69', 'eeb552 f8dfa5 c9431f d98a2f 4f2415'),
  ],
  type: {
    headline: headlineStyles.retro,
    label: labelStyles.sans,
    figure: headlineStyles.retro,
    quote: headlineStyles.retro,
  },
  isCentered: false,
  window: 'arch',
  backdrop: 'bands',
  mark: 'none',
  settings: ['stripes', 'rays', 'desert', 'hills', 'geometry', 'sea', 'mountains'],
  heroes: ['burst', 'landscape', 'disc'],
  finish: { vignette: 0.15, paper: 0.7, grain: 0 },
};

/** Clear, confident, made for the board room. */
export const corporate: Look = {
  name: 'corporate',
  hand: 'flat',
  lines: 'light',
  schemes: [
    scheme('0b1f4b ffffff 34d399 3b6cf6 9db7ff', '0b1f4b 2b58d6 ffffff 2a55c9 071433'),
    scheme('ffffff 0b1f4b 2456f0 cfdcfb 19b98a', 'dfe8fd ffffff 19b98a b9cbf8 0b1f4b'),
    scheme('2456f0 ffffff ffd84d 7f9dff 0b1f4b', '2456f0 6f92ff ffd84d 3c69f5 0b1f4b'),
  ],
  type: {
    headline: headlineStyles.heavySans,
    label: labelStyles.sans,
    figure: headlineStyles.heavySans,
    quote: headlineStyles.sans,
  },
  isCentered: false,
  window: 'rectangle',
  backdrop: 'slant',
  mark: 'block',
  settings: ['skyline', 'geometry', 'contours', 'rays', 'network', 'hills', 'ridgelines'],
  heroes: ['disc', 'pattern', 'podium'],
  finish: { vignette: 0, paper: 0, grain: 0 },
};

/** Comic print. */
export const pop: Look = {
  name: 'pop',
  hand: 'pop',
  lines: 'regular',
  schemes: [
    scheme('ffe34d 15110f f7324c 29b6f6 ff8ac4', '7fd8ff fff0b8 ffd23f 8fdd86 f7324c'),
    scheme('29b6f6 12131a ffe14a f7324c ffffff', '29b6f6 c9efff ffe14a 9be38f 5a35c9'),
    scheme('fff5dc 15110f f7324c ffcf33 35c2b0', 'ffd0dc fff5dc ffcf33 7fd8e8 f7324c'),
  ],
  type: {
    headline: headlineStyles.condensed,
    label: labelStyles.condensed,
    figure: headlineStyles.condensed,
    quote: headlineStyles.condensed,
  },
  isCentered: true,
  window: 'rectangle',
  backdrop: 'dots',
  mark: 'none',
  settings: ['rays', 'clouds', 'geometry', 'hills', 'sea', 'desert', 'leaves'],
  heroes: ['burst', 'disc', 'pattern'],
  finish: { vignette: 0, paper: 0.2, grain: 0 },
};

/** Circle, square, triangle. */
export const bauhaus: Look = {
  name: 'bauhaus',
  hand: 'flat',
  lines: 'light',
  schemes: [
    scheme('f2ead9 191817 d8321f 1f4fa3 f2b61c', 'f2ead9 f7f1e4 d8321f f2b61c 1f4fa3'),
    scheme('1f4fa3 f7f1e2 f2b61c d8321f f2ead9', '1f4fa3 3f6fc0 f2b61c d8321f 16305f'),
    scheme('f2b61c 191817 d8321f f7eed8 1f4fa3', 'f2b61c f7cf5e d8321f f7eed8 191817'),
  ],
  type: {
    headline: headlineStyles.display,
    label: labelStyles.sans,
    figure: headlineStyles.display,
    quote: headlineStyles.display,
  },
  isCentered: false,
  window: 'circle',
  backdrop: 'tiles',
  mark: 'block',
  settings: ['geometry', 'arches', 'rays', 'stripes', 'hills', 'orbits'],
  heroes: ['disc', 'podium', 'pattern'],
  finish: { vignette: 0, paper: 0.3, grain: 0 },
};

/** The front page. */
export const newspaper: Look = {
  name: 'newspaper',
  hand: 'halftone',
  lines: 'light',
  schemes: [
    scheme('f1ece0 191817 c22f1c 8a8578 55514a', 'd8d2c4 f1ece0 c22f1c cfc9ba 1f1d1a'),
    scheme('e9e3d5 161a22 1f4e8c 8b8e90 555a60', 'd0cdc4 e9e3d5 1f4e8c c8c6bf 1a1d22'),
    scheme('f4efe4 1a1613 b3372a 9a8c74 6b5f4d', 'e2d8c4 f4efe4 b3372a d6cab2 241c15'),
  ],
  type: {
    headline: headlineStyles.heavySerif,
    label: labelStyles.serif,
    figure: headlineStyles.heavySerif,
    quote: headlineStyles.italic,
  },
  isCentered: false,
  window: 'rectangle',
  backdrop: 'frame',
  mark: 'rule',
  settings: ['hills', 'contours', 'sea', 'arches', 'mountains', 'rays', 'leaves'],
  heroes: ['disc', 'landscape', 'pattern'],
  finish: { vignette: 0, paper: 0.7, grain: 0 },
};

/** An engineer's drawing. */
export const blueprint: Look = {
  name: 'blueprint',
  hand: 'plan',
  lines: 'thin',
  schemes: [
    scheme('11386f eaf3ff ffd166 6fb1ff 9cd1ff', '11386f 164483 ffd166 1d4f93 0c2c59'),
    scheme('0b2447 e3f0ff 7ee0d0 5f9ee8 a5d0ff', '0b2447 123362 7ee0d0 17407a 071a36'),
    scheme('eef3f7 123a6b e2533d 5b8cc0 8fb3d6', 'eef3f7 eef3f7 e2533d c8dbec 6d9bc9'),
  ],
  type: {
    headline: headlineStyles.mono,
    label: labelStyles.mono,
    figure: headlineStyles.mono,
    quote: headlineStyles.mono,
  },
  isCentered: false,
  window: 'rectangle',
  backdrop: 'plan',
  mark: 'rule',
  settings: ['contours', 'arches', 'orbits', 'mountains', 'ridgelines', 'sea', 'geometry'],
  heroes: ['disc', 'podium', 'burst'],
  finish: { vignette: 0.15, paper: 0.3, grain: 0 },
};
