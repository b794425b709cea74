import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readManifest } from '../../../../../src-main/deliveries/version/manifest.ts';
import { writeFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { fileUrlOfPath } from '../../../../../src-timeline/formats/file-url.ts';
import { readOtio } from '../../../../../src-timeline/formats/otio/otio.ts';
import type { MediaReference, Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { deliveredCut, openKeeping } from '../../../../fakes/features/returns-fixture.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { mediaBytes } from '../../../../fakes/media-bytes.ts';

const next = 'Harbour lights_v004';
const [picture] = deliveredCut.media;
const drone = mediaBytes('scene-01.png', 'over the quay');
const notes = Buffer.from('No picture at all');

/** The delivered cut with one more track, which shows files of the editor. */
function withOwn(...paths: readonly string[]): Timeline {
  if (!picture) throw new Error('The cut has no media.');
  const media = paths.map((path, index): MediaReference => {
    const fileName = path.split(/[/\\]/).at(-1) ?? '';
    return {
      ...picture,
      mediaId: `own-${String(index)}`,
      fileName,
      location: fileUrlOfPath(path, process.platform),
    };
  });
  const items = media.map(({ mediaId, fileName }) => ({
    kind: 'clip' as const,
    name: fileName,
    mediaId,
    note: null,
    linkId: null,
    sourceStartFrame: 0,
    durationFrames: 20,
  }));
  const track = { kind: 'video', name: 'Mine', role: 'video', items } as const;
  const [pictures = track, ...sounds] = deliveredCut.tracks;
  return {
    ...deliveredCut,
    media: [...deliveredCut.media, ...media],
    tracks: [pictures, track, ...sounds],
  };
}

/** Returns an edit that shows a picture named like a delivered one, another file, and that picture once more. */
async function returned() {
  const folder = await makeFolder('own');
  const other = await makeFolder('other');
  const paths = [join(folder, 'scene-01.png'), join(folder, 'notes.png'), join(other, 'scene-01.png')];
  await Promise.all(paths.map((path, index) => writeFile(path, index === 1 ? notes : drone)));
  const parts = await openKeeping();
  await parts.save('Returns/cut.fcpxml', writeFcpxml(withOwn(...paths), '1.13'));
  await parts.settle();
  const returnId = parts.all()[0]?.returnId ?? '';
  return { ...parts, returnId, paths, made: join(parts.projectFolder, next) };
}

const readmeOf = (folder: string): Promise<string> => readFile(join(folder, 'README.txt'), 'utf8');

test('media outside the version are counted, and stay there unless they are to be collected', async () => {
  const { returns, returnId, paths, made } = await returned();
  const sizeBytes = 2 * drone.length + notes.length;
  expect(returns.get(returnId).mediaOutside).toEqual({ count: 3, sizeBytes });
  await returns.keep(returnId);
  const readme = await readmeOf(made);
  for (const path of paths) expect(readme).toContain(path);
});

test('collected media lie in the version under free names, and what is no picture, movie or sound stays outside', async () => {
  const { returns, returnId, paths, made } = await returned();
  await returns.keep(returnId, true);
  const names = ['media/scene-01-2.png', 'media/scene-01-3.png'];
  for (const name of names) expect(await readFile(join(made, name))).toEqual(drone);
  const manifest = await readManifest(made);
  expect(manifest?.media.map(({ path }) => path)).toEqual(expect.arrayContaining(names));
  const cut = readOtio(await readFile(join(made, `${next}.otio`), 'utf8'));
  const locations = cut.media.map(({ location }) => location);
  expect(locations).not.toContain(fileUrlOfPath(paths[0] ?? '', process.platform));
  expect(locations).toContain(fileUrlOfPath(paths[1] ?? '', process.platform));
  const readme = await readmeOf(made);
  expect(paths.map((path) => readme.includes(path))).toEqual([false, true, false]);
});

test('an interrupted keep collects the media when it goes on', async () => {
  const { returns, returnId, made, repository } = await returned();
  const record = repository.get(returnId);
  if (!record) throw new Error('There is no return.');
  repository.put({ ...record, keepingAs: 'delivery-kept', collects: true });
  await returns.keep(returnId);
  expect(await readFile(join(made, 'media', 'scene-01-2.png'))).toEqual(drone);
  expect(repository.get(returnId)).toMatchObject({ state: 'kept', collects: false });
});

test('a file that went away before it was collected stays a link', async () => {
  const { returns, returnId, paths, made } = await returned();
  await rm(paths[2] ?? '');
  await returns.keep(returnId, true);
  expect(await readmeOf(made)).toContain(paths[2]);
});
