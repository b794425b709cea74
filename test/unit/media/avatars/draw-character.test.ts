import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { characters } from '../../../../src-media/avatars/character/character.ts';
import { CharacterPainter } from '../../../../src-media/avatars/character/draw-character.ts';
import { type Pose, restingPose } from '../../../../src-media/avatars/character/pose.ts';

const side = 128;

function pixelsOf(painter: CharacterPainter, pose: Pose): Uint8ClampedArray {
  const ctx = createCanvas(side, side).getContext('2d');
  painter.draw(ctx, pose);
  return ctx.getImageData(0, 0, side, side).data;
}

/** Returns the share of rows of a band in which two pictures differ. */
function changedShare(one: Uint8ClampedArray, other: Uint8ClampedArray, from: number, to: number): number {
  let changed = 0;
  for (let index = from * side * 4; index < to * side * 4; index += 4) {
    const difference = [0, 1, 2].map((channel) =>
      Math.abs((one[index + channel] ?? 0) - (other[index + channel] ?? 0)),
    );
    if (Math.max(...difference) > 24) changed += 1;
  }
  return changed / ((to - from) * side);
}

test.each(characters.map(({ key, ...rest }) => [key, { key, ...rest }] as const))(
  '%s stands free before nothing, and speaking moves the mouth and not the brow',
  (_, character) => {
    const painter = new CharacterPainter(character, side);
    const resting = pixelsOf(painter, restingPose);
    const speaking = pixelsOf(painter, { ...restingPose, open: 1 });
    expect([resting[3], resting[(side - 1) * 4 + 3]]).toEqual([0, 0]);
    expect(resting[(64 * side + 64) * 4 + 3]).toBe(255);
    expect(changedShare(resting, speaking, 62, 82)).toBeGreaterThan(0.02);
    expect(changedShare(resting, speaking, 0, 50)).toBe(0);
  },
);

test('every character looks different', () => {
  const looks = characters.map((character) => pixelsOf(new CharacterPainter(character, side), restingPose));
  const pairs = looks.flatMap((look, index) => looks.slice(index + 1).map((other) => [look, other] as const));
  for (const [look, other] of pairs) expect(changedShare(look, other, 0, side)).toBeGreaterThan(0.1);
});
