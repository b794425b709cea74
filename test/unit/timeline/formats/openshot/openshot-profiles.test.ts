import { expect, test } from 'vitest';
import { openShotProfileOf } from '../../../../../src-timeline/formats/openshot/openshot-profiles.ts';

const whole = (numerator: number) => ({ numerator, denominator: 1 });
const slow = (thousands: number) => ({ numerator: thousands * 1000, denominator: 1001 });

test.each([
  [1920, 1080, whole(25), 'FHD PAL 1080p 25 fps'],
  [1920, 1080, slow(24), 'FHD 1080p 23.98 fps'],
  [1920, 1080, slow(30), 'FHD 1080p 29.97 fps'],
  [1280, 720, whole(30), 'HD 720p 30 fps'],
  [1280, 720, whole(50), 'PAL HD 720p 50 fps'],
  [1080, 1920, whole(25), 'FHD Vertical 1080p 25 fps'],
  [1080, 1080, whole(24), 'HD Square 1080p 24 fps'],
  [3840, 2160, slow(60), '4K UHD 2160p 59.94 fps'],
])('names the profile of OpenShot for %i × %i', (width, height, frameRate, name) => {
  expect(openShotProfileOf({ width, height, frameRate })).toBe(name);
});

test('knows no profile of OpenShot for other sizes and rates', () => {
  expect(openShotProfileOf({ width: 1000, height: 500, frameRate: whole(25) })).toBeNull();
  expect(openShotProfileOf({ width: 1920, height: 1080, frameRate: whole(48) })).toBeNull();
  expect(openShotProfileOf({ width: 1080, height: 1080, frameRate: slow(24) })).toBeNull();
});
