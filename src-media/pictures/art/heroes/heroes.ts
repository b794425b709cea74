import { drawBurstHero } from './burst-hero.ts';
import { drawDiscHero } from './disc-hero.ts';
import type { Hero } from './hero.ts';
import { drawLandscapeHero } from './landscape-hero.ts';
import { drawPatternHero } from './pattern-hero.ts';
import { drawPodiumHero } from './podium-hero.ts';

/** Every way to show one thing, by name. */
export const heroes = {
  burst: drawBurstHero,
  disc: drawDiscHero,
  landscape: drawLandscapeHero,
  pattern: drawPatternHero,
  podium: drawPodiumHero,
} satisfies Record<string, Hero>;
