import { expect, test } from 'vitest';
import { layOutStrips, visibleEvents } from '../../../../../src-renderer/screens/returns/strip-layout.ts';
import type { ReturnStrip, StripEvent } from '../../../../../src-shared/contract/return.ts';

const eventOf = (
  eventId: string,
  startFrame: number,
  endFrame: number,
  counterparts: string[] = ['other'],
): StripEvent => ({
  eventId,
  name: 'a.png',
  itemKind: null,
  scene: 1,
  startFrame,
  endFrame,
  counterparts,
  isDisabled: false,
});

const stripOf = (...events: StripEvent[]): ReturnStrip => ({
  durationFrames: Math.max(...events.map(({ endFrame }) => endFrame)),
  rows: [
    { role: 'video', name: 'Logo', events: [] },
    { role: 'video', name: 'Pictures', events },
    { role: 'dialogue', name: 'Speech', events: [] },
  ],
});

test('bands go from the lowest pictures of the one cut to those of the other, one for each piece', () => {
  const layout = layOutStrips({
    frameRate: { numerator: 25, denominator: 1 },
    startFrame: 0,
    isDropFrame: false,
    delivered: stripOf(eventOf('a', 0, 100, ['x', 'y']), eventOf('b', 100, 150, [])),
    returned: stripOf(eventOf('x', 0, 40, ['a']), eventOf('y', 60, 120, ['a'])),
  });
  const from = layout.delivered[1];
  const to = layout.returned[1];
  const top = String((from?.top ?? 0) + layout.rowHeight);
  const bottom = String(to?.top);
  expect(layout.bands.map(({ points }) => points)).toEqual([
    `0,${top} 100,${top} 40,${bottom} 0,${bottom}`,
    `0,${top} 100,${top} 120,${bottom} 60,${bottom}`,
  ]);
  expect([layout.width, layout.delivered.map(({ isPicture }) => isPicture)]).toEqual([
    150,
    [true, true, false],
  ]);
  expect(to?.top).toBeGreaterThan(Math.max(...layout.delivered.map((row) => row.top + layout.rowHeight)));
});

test('of thousands of clips those that can be distinguished are drawn, and all that one cut alone has', () => {
  const many = Array.from({ length: 5_000 }, (_, index) =>
    eventOf(String(index), index * 10, index * 10 + 10, index === 4_321 ? [] : ['other']),
  );
  const seen = visibleEvents(many, 100);
  expect(seen.length).toBeLessThan(600);
  expect(seen.some(({ eventId }) => eventId === '4321')).toBe(true);
  expect(visibleEvents(many, 10)).toEqual(many);
});
