import type { PaintColor } from './paint-capsule.ts';

export type ParticleKind =
  'dust' | 'rain' | 'snow' | 'bokeh' | 'embers' | 'petals' | 'stars' | 'bubbles' | 'none';

/** Sizes in hundredths of the frame's short side; speeds in hundredths of the frame per second. */
export interface ParticleStyle {
  readonly count: number;
  /** 1 distributes particles evenly over the depth; higher values make near ones rarer. */
  readonly rarityOfNear: number;
  readonly size: readonly [number, number];
  readonly softness: number;
  readonly opacity: number;
  readonly speedX: number;
  readonly speedY: number;
  readonly sway: number;
  readonly swaySpeed: number;
  /** Length of the streak. */
  readonly length: number;
  readonly twinkle: number;
  readonly twinkleSpeed: number;
  readonly hasRim: boolean;
  readonly colors: readonly PaintColor[];
}

const white: PaintColor = { luma: 232, blue: 128, red: 128 };
const warm: PaintColor = { luma: 222, blue: 104, red: 142 };
const gold: PaintColor = { luma: 206, blue: 84, red: 156 };
const cool: PaintColor = { luma: 214, blue: 142, red: 120 };
const rose: PaintColor = { luma: 190, blue: 130, red: 160 };
const fire: PaintColor = { luma: 190, blue: 60, red: 190 };

const dust: ParticleStyle = {
  count: 54,
  rarityOfNear: 2.2,
  size: [0.06, 0.3],
  softness: 1.8,
  opacity: 0.5,
  speedX: 0.9,
  speedY: -0.7,
  sway: 1.6,
  swaySpeed: 0.6,
  length: 0,
  twinkle: 0.8,
  twinkleSpeed: 0.9,
  hasRim: false,
  colors: [white, warm],
};

/** Look and movement of each kind of particle. */
export const particleStyles: Readonly<Record<ParticleKind, ParticleStyle>> = {
  none: { ...dust, count: 0 },
  dust,
  rain: {
    ...dust,
    count: 190,
    rarityOfNear: 1.5,
    size: [0.04, 0.1],
    softness: 1.1,
    opacity: 0.36,
    speedX: -13,
    speedY: 125,
    sway: 0,
    length: 6.5,
    twinkle: 0,
    colors: [cool],
  },
  snow: {
    ...dust,
    count: 150,
    rarityOfNear: 2.4,
    size: [0.1, 0.75],
    softness: 0.9,
    opacity: 0.85,
    speedX: -1.5,
    speedY: 9,
    sway: 2.2,
    swaySpeed: 0.9,
    twinkle: 0,
    colors: [white],
  },
  bokeh: {
    ...dust,
    count: 20,
    rarityOfNear: 1.3,
    size: [1.2, 5.2],
    softness: 0.16,
    opacity: 0.2,
    speedX: 0.6,
    speedY: -0.8,
    sway: 2,
    swaySpeed: 0.35,
    twinkle: 0.75,
    twinkleSpeed: 0.8,
    hasRim: true,
    colors: [warm, gold, rose, cool],
  },
  embers: {
    ...dust,
    count: 70,
    size: [0.07, 0.24],
    softness: 1.5,
    opacity: 0.9,
    speedX: 1.5,
    speedY: -14,
    sway: 2.6,
    swaySpeed: 1.7,
    twinkle: 0.7,
    twinkleSpeed: 4,
    colors: [fire, gold],
  },
  petals: {
    ...dust,
    count: 34,
    size: [0.25, 0.8],
    softness: 0.6,
    opacity: 0.7,
    speedX: 5,
    speedY: 6,
    sway: 3.4,
    swaySpeed: 1.2,
    twinkle: 0.35,
    colors: [rose, warm],
  },
  stars: {
    ...dust,
    count: 60,
    size: [0.05, 0.16],
    speedX: 0,
    speedY: 0,
    sway: 0,
    twinkle: 1,
    twinkleSpeed: 1.6,
  },
  bubbles: {
    ...dust,
    count: 40,
    size: [0.2, 0.9],
    softness: 0.5,
    opacity: 0.4,
    speedX: 0.3,
    speedY: -9,
    sway: 1.5,
    swaySpeed: 1.6,
    hasRim: true,
    colors: [cool, white],
  },
};

/** Words that name a kind of particle, the most specific first. */
const words: readonly (readonly [ParticleKind, RegExp])[] = [
  ['none', /\b(?:no particles|clean background|studio|diagram|chart|logo)\b/iu],
  ['snow', /\b(?:snow\w*|winter\w*|blizzard\w*|christmas|ski\w*|arctic)\b/iu],
  ['rain', /\b(?:rain\w*|(?<!(?:dust|sand)[- ])storm\w*|drizzle\w*|downpour|monsoon)\b/iu],
  ['embers', /\b(?:fire\w*|flame\w*|campfire|lava|volcano\w*|ember\w*|forge|burn\w*)\b/iu],
  ['petals', /\b(?:petals?|blossom\w*|spring|cherry|confetti|autumn|leaves)\b/iu],
  ['bubbles', /\b(?:underwater|ocean floor|coral\w*|reef|aquarium|bubbles?|soda|champagne)\b/iu],
  ['stars', /\b(?:stars?|night sky|galax\w*|space|cosmos|universe|milky way)\b/iu],
  ['dust', /\b(?:dust|(?:dust|sand)[- ]?storms?|motes?|sunbeams?)\b/iu],
  [
    'bokeh',
    /\b(?:bokeh|city|night\w*|party|neon|lights?|street\w*|bar|concert|wedding|love|celebrat\w*)\b/iu,
  ],
];

/** Returns the kind of particle that a prompt names; null for none. */
export function chooseParticles(prompt: string): ParticleKind | null {
  return words.find(([, pattern]) => pattern.test(prompt))?.[0] ?? null;
}
