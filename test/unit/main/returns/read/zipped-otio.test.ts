import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readOtio, writeOtio } from '../../../../../src-timeline/formats/otio/otio.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { openKeeping, placeVersion } from '../../../../fakes/features/returns-fixture.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { mediaBytes } from '../../../../fakes/media-bytes.ts';
import { writeZip } from '../../../../fakes/sample-project.ts';
import {
  clip,
  rates,
  timelineOf,
  videoMedia,
  videoTrack,
} from '../../../timeline/formats/sample-timelines.ts';

const films = ['pier', 'boat', 'drone'].map((id) => videoMedia(id, 500));

/** A cut of the first films. */
function cutOf(count: number): Timeline {
  const media = films.slice(0, count);
  return timelineOf({
    name: 'Harbour',
    frameRate: rates[25],
    media,
    tracks: [videoTrack('Pictures', ...media.map((one) => clip(one, 100)))],
  });
}

async function returnZip(cut: Timeline) {
  const version = await placeVersion(await makeFolder('otioz'), { cut: cutOf(2), format: 'OTIO' });
  const parts = await openKeeping(undefined, version);
  const media = cut.media.map(
    ({ location, fileName }) => [location, mediaBytes(fileName, fileName)] as const,
  );
  const entries = new Map([['content.otio', Buffer.from(writeOtio(cut, 'path'))], ...media]);
  await writeZip(join(version.folder, 'Returns', 'cut.otioz'), entries);
  await parts.settle();
  return parts;
}

test('a zipped cut as delivered has no changes', async () => {
  const { all, sentences } = await returnZip(cutOf(2));
  expect(all()).toMatchObject([{ fileName: 'cut.otioz', state: 'described', error: null }]);
  expect(sentences()).toEqual([[]]);
});

test('files that are only in the zip file are copied into the version if they are collected', async () => {
  const { all, returns, projectFolder } = await returnZip(cutOf(3));
  const returnId = all()[0]?.returnId ?? '';
  const content = mediaBytes('drone.mp4', 'drone.mp4');
  expect(returns.get(returnId).mediaOutside).toEqual({ count: 1, sizeBytes: content.length });
  const { keptAs } = await returns.keep(returnId, true);
  const folder = join(projectFolder, keptAs?.versionName ?? '');
  expect(await readFile(join(folder, 'media', 'drone.mp4'))).toEqual(content);
  const kept = readOtio(await readFile(join(folder, `${keptAs?.versionName ?? ''}.otio`), 'utf8'));
  const locations = kept.media.map(({ location }) => location);
  expect(locations.every((location) => !location.includes('.otioz'))).toBe(true);
});

test('files that are only in the zip file are named, and the kept version says where they are', async () => {
  const { all, sentences, returns, projectFolder } = await returnZip(cutOf(3));
  expect(all()).toMatchObject([{ state: 'described', counts: { edits: 1, losses: 1 } }]);
  expect(sentences()).toEqual([
    [
      'Scene 2: picture “drone.mp4” added',
      'drone.mp4 is inside the zip file and is kept with the version only if it is collected',
    ],
  ]);
  const { keptAs } = await returns.keep(all()[0]?.returnId ?? '');
  const name = keptAs?.versionName ?? '';
  const kept = readOtio(await readFile(join(projectFolder, name, `${name}.otio`), 'utf8'));
  const drone = kept.media.find(({ fileName }) => fileName === 'drone.mp4');
  expect(drone?.location).toMatch(/^file:.*\/Returns\/cut\.otioz\/media\/drone\.mp4$/);
});
