import type { EffectPainter } from './effect-scene.ts';
import { birds, crowd, footsteps, heartbeat, sparkle } from './living.ts';
import { alarm, engine, siren, typing } from './machines.ts';
import { explosion, laser, riser, whoosh } from './motion.ts';
import { applause, bell, chime, click, glass, impact, knock } from './strikes.ts';
import { fire, ocean, rain, thunder, waterDrop, wind } from './weather.ts';

/** A kind of sound: its generator and the prefixes of words that request it. */
export interface EffectFamily {
  readonly name: string;
  readonly paint: EffectPainter;
  readonly words: string;
  /** Level of the reverberation, 0 to 1. */
  readonly room: number;
  /** Integrated loudness to reach. */
  readonly lufs: number;
}

/**
 * All families. Words match inside longer ones, such as `rain` in `rainfall`. If two match a word, the earlier wins.
 */
export const effectFamilies: readonly EffectFamily[] = [
  { name: 'thunder', paint: thunder, words: 'thunder lightning', room: 0.25, lufs: -18 },
  {
    name: 'explosion',
    paint: explosion,
    words: 'explo blast bomb detonat kaboom firework',
    room: 0.2,
    lufs: -16,
  },
  { name: 'glass', paint: glass, words: 'glass shatter window-break', room: 0.12, lufs: -19 },
  {
    name: 'footsteps',
    paint: footsteps,
    words: 'footstep walk step running jog heels',
    room: 0.1,
    lufs: -23,
  },
  { name: 'heartbeat', paint: heartbeat, words: 'heartbeat heart pulse', room: 0.05, lufs: -20 },
  { name: 'typing', paint: typing, words: 'typing keyboard typewriter keystroke', room: 0.06, lufs: -24 },
  { name: 'applause', paint: applause, words: 'applau clap ovation', room: 0.3, lufs: -20 },
  {
    name: 'crowd',
    paint: crowd,
    words: 'crowd murmur chatter people audience restaurant cafe café walla talking',
    room: 0.25,
    lufs: -22,
  },
  {
    name: 'birds',
    paint: birds,
    words: 'bird birdsong chirp tweet songbird dawn-chorus forest',
    room: 0.18,
    lufs: -24,
  },
  { name: 'ocean', paint: ocean, words: 'ocean wave sea surf beach shore', room: 0, lufs: -21 },
  { name: 'rain', paint: rain, words: 'rain storm drizzle downpour shower', room: 0.05, lufs: -22 },
  { name: 'wind', paint: wind, words: 'wind breeze gust blizzard howl', room: 0, lufs: -23 },
  { name: 'drop', paint: waterDrop, words: 'drop drip water bubble plop leak faucet', room: 0.3, lufs: -22 },
  { name: 'fire', paint: fire, words: 'fire flame crackl burn campfire', room: 0.04, lufs: -23 },
  { name: 'siren', paint: siren, words: 'siren police ambulance fire-engine', room: 0.2, lufs: -18 },
  { name: 'alarm', paint: alarm, words: 'alarm beep warning alert buzzer', room: 0.08, lufs: -19 },
  {
    name: 'engine',
    paint: engine,
    words: 'engine motor car truck vehicle machine generator drone motorcycle traffic',
    room: 0.05,
    lufs: -19,
  },
  {
    name: 'sparkle',
    paint: sparkle,
    words: 'magic sparkle twinkl fairy shimmer glitter',
    room: 0.4,
    lufs: -21,
  },
  { name: 'chime', paint: chime, words: 'chime wind-chime ding notification success', room: 0.3, lufs: -21 },
  { name: 'bell', paint: bell, words: 'bell gong church doorbell ring', room: 0.35, lufs: -20 },
  { name: 'knock', paint: knock, words: 'knock door wood', room: 0.15, lufs: -20 },
  {
    name: 'laser',
    paint: laser,
    words: 'laser sci-fi scifi zap blaster phaser space futuristic',
    room: 0.15,
    lufs: -19,
  },
  { name: 'riser', paint: riser, words: 'riser rise build tension uplifter sweep-up', room: 0.2, lufs: -18 },
  {
    name: 'whoosh',
    paint: whoosh,
    words: 'whoosh swoosh swish fly-by flyby pass sweep transition',
    room: 0.12,
    lufs: -20,
  },
  {
    name: 'click',
    paint: click,
    words: 'click button switch tap press ui mouse camera shutter',
    room: 0.03,
    lufs: -24,
  },
  {
    name: 'impact',
    paint: impact,
    words: 'impact hit punch slam thud boom crash bang drum smash kick',
    room: 0.25,
    lufs: -17,
  },
];
