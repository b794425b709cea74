import {
  type Keyframe,
  keyframesFrom,
  keyframesOfLevels,
  keyframesOfMotion,
  keyframesUntil,
} from '../model/keyframes.ts';
import { type Draft, draftOf, hasSameSpeed, heldSideOf, type Trim, trimOf } from './draft.ts';
import type { CutEvent, EventPair } from './match/cut-event.ts';
import { changedWords, effectsBeyond } from './match/own-effects.ts';
import { leastDifferences } from './value-courses.ts';

/**
 * Lists the changes in a clip itself, in the order of the report.
 * @param headOfStill frames that a still lost at its start.
 */
export function comparePair(pair: EventPair, tolerance: number, headOfStill = 0): readonly Draft[] {
  const { head, tail } = trimOf(pair);
  const trim = { head: head + headOfStill, tail: tail - headOfStill };
  return [
    ...speedDrafts(pair),
    ...trimDrafts(pair, trim, tolerance),
    ...levelDrafts(pair, trim),
    ...motionDrafts(pair, trim),
    ...effectDrafts(pair),
    ...(isDisabled(pair.before) === isDisabled(pair.after)
      ? []
      : [draftOf({ kind: 'disabled', isDisabled: isDisabled(pair.after) }, pair)]),
    ...transitionDrafts(pair, tolerance),
  ];
}

const isDisabled = ({ clip }: EventPair['before']): boolean => clip.isDisabled === true;
const isFar = (one: number, other: number, tolerance: number): boolean =>
  Math.abs(one - other) > tolerance + 1e-9;

function speedDrafts(pair: EventPair): readonly Draft[] {
  if (hasSameSpeed(pair)) return [];
  const { before, after } = pair;
  const held = heldSideOf(pair);
  const change = { kind: 'retimed', oldSpeed: before.speed, newSpeed: after.speed } as const;
  return [draftOf({ ...change, ...(held !== null && { held }) }, pair)];
}

function trimDrafts(pair: EventPair, { head, tail }: Trim, tolerance: number): readonly Draft[] {
  // Rounding loses a part of a media frame if the speed is not 1.
  const speed = Math.abs(pair.after.speed);
  const allowed = tolerance + (speed === 1 ? 0 : Math.max(1, Math.ceil(speed)));
  const isAway = (frames: number): boolean => Math.abs(frames) > allowed;
  if (!isAway(head) && !isAway(tail)) return [];
  const slip = draftOf({ kind: 'slipped', byFrames: head }, pair, Math.abs(head));
  if (hasSameSpeed(pair)) {
    if (!isFar(head, -tail, tolerance)) return [slip];
  } else if (!isFar(pair.before.durationFrames, pair.after.durationFrames, tolerance))
    // At another speed, the same time shows more or less of the media. Backwards, it begins at the other end.
    return isAway(head) && hasSameDirection(pair) ? [slip] : [];
  const change = {
    kind: 'trimmed',
    headFrames: isAway(head) ? head : 0,
    tailFrames: isAway(tail) ? tail : 0,
  } as const;
  return [draftOf(change, pair, Math.abs(change.headFrames) + Math.abs(change.tailFrames))];
}

const hasSameDirection = ({ before, after }: EventPair): boolean =>
  Math.sign(before.speed) === Math.sign(after.speed);

const asRecorded = [{ frame: 0, levelDb: 0 }] as const;

const levelsOf = ({ clip }: CutEvent): readonly Keyframe[] => keyframesOfLevels(clip.levels ?? asRecorded);

/** True if the clip is as loud as recorded, like most clips. */
const isPlain = ({ clip }: EventPair['before']): boolean => !clip.levels && !clip.fades;

function levelDrafts(pair: EventPair, { head }: Trim): readonly Draft[] {
  const { before, after } = pair;
  if (isPlain(before) && isPlain(after)) return [];
  const old = levelsOf(before);
  const now = levelsOf(after);
  const steps = leastDifferences(old, now, pair, head).map(([step = 0]) => step);
  const [first = 0] = steps;
  const isChanged = steps.some((step) => Math.abs(step) > 0.1);
  if (!isChanged && hasSameFades(pair)) return [];
  if (!isChanged && after.trackKind === 'video') return [fadeDraft(pair)];
  if (!isChanged) return [draftOf({ kind: 'level', part: 'fades', byDb: 0 }, pair)];
  if (steps.every((step) => !isFar(step, first, 0.1)))
    return [draftOf({ kind: 'level', part: 'constant', byDb: inTenths(first) }, pair)];
  const byDb = inTenths(loudestOf(after) - loudestOf(before));
  return [draftOf({ kind: 'level', part: byDb === 0 ? 'keyframes' : 'loudest', byDb }, pair)];
}

const inTenths = (decibels: number): number => Math.round(decibels * 10) / 10;

/** Level at the loudest point of a clip, in decibels. */
function loudestOf(event: CutEvent): number {
  const heard = keyframesUntil(keyframesFrom(levelsOf(event), 0), Math.max(0, event.durationFrames - 1));
  return heard.reduce((loudest, { values: [level = 0] }) => Math.max(loudest, level), -Infinity);
}

function hasSameFades({ before, after }: EventPair): boolean {
  const [one, other] = [before, after].map(({ clip }) => clip.fades ?? { inFrames: 0, outFrames: 0 });
  if (!one || !other) return true;
  return !isFar(one.inFrames, other.inFrames, 1) && !isFar(one.outFrames, other.outFrames, 1);
}

function fadeDraft(pair: EventPair): Draft {
  const styleOf = (event: EventPair['before']): 'FADE' | null => (event.clip.fades ? 'FADE' : null);
  return draftOf({ kind: 'transition', oldStyle: styleOf(pair.before), newStyle: styleOf(pair.after) }, pair);
}

function motionDrafts(pair: EventPair, { head }: Trim): readonly Draft[] {
  const one = pair.before.clip.motion;
  const other = pair.after.clip.motion;
  if (one === undefined && other === undefined) return [];
  const isSame =
    one !== undefined &&
    other !== undefined &&
    leastDifferences(keyframesOfMotion(one), keyframesOfMotion(other), pair, head).every((row) =>
      row.every((step) => Math.abs(step) <= 0.005),
    );
  return isSame ? [] : [draftOf({ kind: 'motion' }, pair)];
}

/**
 * Compares effects by name alone, because a program that saves an effect again formats its values differently, and
 * texts also by their words.
 */
function effectDrafts(pair: EventPair): readonly Draft[] {
  const one = pair.before.clip;
  const other = pair.after.clip;
  if (!one.unread && !other.unread) return [];
  const changes = [
    { kind: 'effect', change: 'added', names: effectsBeyond(other, one) },
    { kind: 'effect', change: 'removed', names: effectsBeyond(one, other) },
  ] as const;
  const words = changedWords(one, other).map(({ name, ...texts }) =>
    draftOf({ kind: 'effect', change: 'words', names: [name], ...texts }, pair),
  );
  return [
    ...changes.filter(({ names }) => names.length > 0).map((change) => draftOf(change, pair)),
    ...words,
  ];
}

const cut = { style: null, durationFrames: 0 } as const;

function transitionDrafts({ before, after }: EventPair, tolerance: number): readonly Draft[] {
  const one = before.clip.transition ?? cut;
  const other = after.clip.transition ?? cut;
  const isSame = one.style === other.style && !isFar(one.durationFrames, other.durationFrames, tolerance);
  if (isSame) return [];
  const change = { kind: 'transition', oldStyle: one.style, newStyle: other.style } as const;
  return [draftOf(change, { before, after }, Math.max(one.durationFrames, other.durationFrames))];
}
