import { expect, test } from 'vitest';
import { formatAspectRatio } from '../../../../src-renderer/format/aspect-ratio.ts';
import { formatRunningTime, remainingTime } from '../../../../src-renderer/format/duration.ts';
import { countWords, placeOfScene, sceneTimes } from '../../../../src-renderer/format/script-measure.ts';
import { formatByteRate, formatBytes } from '../../../../src-shared/i18n/bytes.ts';
import { MomentFormat } from '../../../../src-shared/i18n/moment.ts';

test('bytes are shown as in file managers', () => {
  const sizes = [0, 1, 999, 1000, 9_960, 12_400, 412_000_000, 999_600_000, 1_240_000_000, 8_120_000_000_000];
  expect(sizes.map((size) => formatBytes(size, 'en-GB'))).toEqual([
    '0 byte',
    '1 byte',
    '999 byte',
    '1 kB',
    '10 kB',
    '12 kB',
    '412 MB',
    '1 GB',
    '1.2 GB',
    '8.1 TB',
  ]);
  expect(formatByteRate(38_400_000, 'en-GB')).toBe('38 MB/s');
});

test('a running time is shown to the second', () => {
  expect([0, 84, 3_725.4, 59.6].map(formatRunningTime)).toEqual(['0:00', '1:24', '1:02:05', '1:00']);
});

test('remaining time is rounded enough not to flicker', () => {
  const remaining = (seconds: number) => remainingTime(0, seconds * 1000, 1000);
  expect(remaining(7.2)).toMatchObject({ unit: 'seconds', seconds: 8 });
  expect(remaining(61)).toMatchObject({ unit: 'seconds', seconds: 65 });
  expect(remaining(119.4)).toMatchObject({ unit: 'seconds', seconds: 120 });
  expect(remaining(119.5)).toMatchObject({ unit: 'minutes', minutes: 2 });
  expect(remaining(3_900)).toMatchObject({ unit: 'hours', hours: 1, minutes: 5 });
  expect(remaining(0)).toMatchObject({ unit: 'seconds', seconds: 1 });
});

test('remaining time is not shown while it is unknown', () => {
  expect(remainingTime(10, null, 1000)).toBeNull();
  expect(remainingTime(10, 1000, null)).toBeNull();
  expect(remainingTime(10, 1000, 0)).toBeNull();
});

test('a moment is shown relative to today', () => {
  const now = new Date(2026, 2, 12, 9, 30).getTime();
  const moments = new MomentFormat('en-GB');
  const describe = (unixSeconds: number) => moments.describe(unixSeconds, now);
  const at = (...parts: [number, number, number, number, number]) => new Date(...parts).getTime() / 1000;
  expect(describe(at(2026, 2, 12, 0, 5))).toMatchObject({ day: 'today', time: '00:05' });
  expect(describe(at(2026, 2, 11, 23, 59))).toMatchObject({ day: 'yesterday' });
  expect(describe(at(2026, 2, 10, 9, 0))).toMatchObject({ day: 'other', date: '10 Mar' });
  expect(describe(at(2025, 11, 31, 9, 0))).toMatchObject({ date: '31 Dec 2025' });
});

test('words are counted in scripts with and without spaces', () => {
  expect(countWords('')).toBe(0);
  expect(countWords("It's a well-known story, in 3 parts.")).toBe(7);
  expect(countWords('في الصباح تفتح الحديقة أبوابها.')).toBe(5);
  expect(countWords('静かな雨の日')).toBeGreaterThan(2);
});

test('a script is cut at headings and by its pacing, and a faster voice needs less time', () => {
  const script = `# Harbour lights\n\n${'The harbour belongs to the gulls before dawn. '.repeat(4)}`;
  const normal = { pacing: 'MEDIUM', languageCode: null, speed: 1 } as const;
  const scenes = sceneTimes(script, normal);
  expect(scenes[0]).toMatchObject({ text: 'Harbour lights', isHeading: true });
  expect(scenes.length).toBeLessThan(sceneTimes(script, { ...normal, pacing: 'FAST' }).length);
  expect(sceneTimes(script, { ...normal, speed: 2 })[1]?.seconds).toBeCloseTo((scenes[1]?.seconds ?? 0) / 2);
  expect(sceneTimes(' … ', normal)).toEqual([]);
  // A heading of one word is spoken in half a second, and stands a second and a half with the pauses around it.
  expect(sceneTimes('# Morning\n\nNobody was lost.', normal)[0]?.seconds).toBeCloseTo(1.43, 1);
});

test('a scene is found again in its script, after the ones before it', () => {
  const script = '# Lights\n\nLights go out.\n\nLights go out.';
  expect(placeOfScene(script, 'Lights', 0)).toBe(2);
  expect(placeOfScene(script, 'Lights go out.', 11)).toBe(26);
  expect(placeOfScene(script, 'Never said', 0)).toBeNull();
});

test('an aspect ratio is shown in smallest numbers', () => {
  expect(formatAspectRatio({ width: 1920, height: 1080 })).toBe('16:9');
  expect(formatAspectRatio({ width: 1080, height: 1350 })).toBe('4:5');
  expect(formatAspectRatio({ width: 1, height: 1 })).toBe('1:1');
});
