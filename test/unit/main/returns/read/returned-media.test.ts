import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  type Manifest,
  manifestPath,
  manifestText,
  noElement,
} from '../../../../../src-main/deliveries/version/manifest.ts';
import { sha256Of } from '../../../../../src-main/foundation/files/sha256-of.ts';
import { fileOfLocation } from '../../../../../src-main/projects/file-of-location.ts';
import {
  findDeliveredMedia,
  type KnownMedia,
  type MediaPlace,
} from '../../../../../src-main/returns/read/returned-media.ts';
import { diffCuts } from '../../../../../src-timeline/diff/diff-cuts.ts';
import { sentenceOf } from '../../../../../src-timeline/diff/sentences.ts';
import { fileUrlOfPath } from '../../../../../src-timeline/formats/file-url.ts';
import { mergeCuts } from '../../../../../src-timeline/merge/merge-cuts.ts';
import type { MediaReference, Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { mediaBytes } from '../../../../fakes/media-bytes.ts';
import { oddFiles } from '../../../../fakes/odd-files.ts';
import { cutOf } from '../../../timeline/merge/scene-cuts.ts';

const delivered = cutOf([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
const contentOf = ({ fileName }: Pick<MediaReference, 'fileName'>): string => `content of ${fileName}`;
const urlOf = (path: string): string => fileUrlOfPath(path, process.platform);

/** Writes a picture. */
async function put(path: string, content: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, mediaBytes('b.png', content));
  return path;
}

/** Writes a version with its media and its manifest into a project's folder. */
async function openVersion(
  projectFolder: string,
  name: string,
): Promise<{ folder: string; manifest: Manifest }> {
  const folder = join(projectFolder, name);
  const media = await Promise.all(
    delivered.media.map(async (one) => {
      await put(join(folder, 'media', one.fileName), contentOf(one));
      const bytes = mediaBytes('b.png', contentOf(one));
      return {
        path: `media/${one.fileName}`,
        sizeBytes: bytes.length,
        sha256: sha256Of(bytes),
        ...noElement,
      };
    }),
  );
  const manifest: Manifest = {
    formatVersion: 2,
    deliveryId: name,
    projectId: 'p',
    projectTitle: 'Harbour',
    interchangeJobId: null,
    format: 'OTIO',
    mediaDelivery: 'BUNDLE',
    deliveredAt: 0,
    sequence: null,
    mainDocument: 'cut.otio',
    pristine: [],
    sideFiles: [],
    referenceMovie: null,
    cutOrigin: null,
    readme: null,
    unreadable: [],
    basedOn: null,
    timing: null,
    cutId: null,
    documents: [],
    media,
  };
  await mkdir(dirname(manifestPath(folder)), { recursive: true });
  await writeFile(manifestPath(folder), manifestText(manifest));
  return { folder, manifest };
}

interface Came {
  readonly base?: Timeline;
  readonly fileName?: string;
  /** Returns the location of the second picture. */
  readonly location: (version: string) => string;
}

/** Returns the delivered cut as a return with another file for its second picture. */
async function comeBack(project: string, { base = delivered, fileName = 'b.png', location }: Came) {
  const { folder, manifest } = await openVersion(project, 'Harbour_v001');
  const media = base.media.map((one) =>
    one.mediaId === 'b'
      ? { ...one, location: location(folder), fileName }
      : { ...one, location: urlOf(join(folder, one.location)) },
  );
  const hashed: string[] = [];
  const known = await findDeliveredMedia(
    { ...base, media },
    {
      platform: process.platform,
      versionFolder: folder,
      documentFolder: join(folder, 'Returns'),
      manifest,
      deliveredMedia: base.media,
      deliveredRate: base.frameRate,
      hashFile: async (path) => {
        hashed.push(relative(project, path).replaceAll('\\', '/'));
        return sha256Of(await readFile(path));
      },
    },
  );
  const hashByPath = new Map(manifest.media.map((one) => [one.path, one.sha256]));
  const hashes = new Map(base.media.map((one) => [one.mediaId, hashByPath.get(one.location) ?? '']));
  return { known, hashed, hashes, sentences: sentencesOf(base, known, hashes) };
}

function sentencesOf(
  base: Timeline,
  { timeline, hashes }: KnownMedia,
  hashesBefore: ReadonlyMap<string, string>,
): readonly string[] {
  const { edits } = diffCuts(base, timeline, { hashesBefore, hashesAfter: hashes });
  return edits.map(({ message }) => sentenceOf(message));
}

function locationOf({ media }: Timeline, id = 'b'): string | undefined {
  return media.find(({ mediaId }) => mediaId === id)?.location;
}

const gone = 'file:///Volumes/Other/b.png';
const frame = { width: 1920, height: 1080 };
const replaced = 'Scene 2: picture “b.png” changed';

test('notices a picture that was retouched under its own name outside the version, and asks before another takes its place', async () => {
  const project = await makeFolder('media');
  const path = await put(join(project, 'Elsewhere', 'b.png'), 'retouched, and longer than before');
  const { known, hashed, hashes, sentences } = await comeBack(project, { location: () => urlOf(path) });
  expect(sentences).toEqual([replaced]);
  expect(hashed).toEqual(['Elsewhere/b.png']);
  expect(locationOf(known.timeline)).toBe(urlOf(path));
  const theirs = cutOf([{ id: 'a' }, { id: 'b', picture: 'b2' }, { id: 'c' }]);
  const cuts = { base: delivered, ours: known.timeline, theirs };
  const { carried, conflicts } = mergeCuts(cuts, { hashes: { base: hashes, ours: known.hashes } });
  expect([carried, conflicts.map(({ id }) => id)]).toEqual([[], ['media clip 1']]);
});

test('notices a retouched picture beside a document that names it as the delivered one is named', async () => {
  const project = await makeFolder('media');
  await put(join(project, 'Harbour_v001/Returns/media/b.png'), 'retouched');
  const { known, sentences } = await comeBack(project, { location: () => 'media/b.png' });
  expect(sentences).toEqual([replaced]);
  const place = join(project, 'Harbour_v001', 'Returns', 'media', 'b.png');
  expect(known.timeline.media.find(({ mediaId }) => mediaId === 'b')?.location).toBe(urlOf(place));
});

test.each([
  ['of the same name', 'b.png'],
  ['of another name', 'Scene 2 copy.png'],
  ['of another picture’s name', 'c.png'],
])('takes an identical copy %s for the delivered file', async (_, fileName) => {
  const project = await makeFolder('media');
  const path = await put(join(project, 'Elsewhere', fileName), 'content of b.png');
  const { sentences } = await comeBack(project, { fileName, location: () => urlOf(path) });
  expect(sentences).toEqual([]);
});

test('reads a file that a document names outside the delivery only if it is a picture, a movie or a sound', async () => {
  const project = await makeFolder('media');
  const path = join(project, 'Elsewhere', 'b.png');
  await mkdir(dirname(path), { recursive: true });
  // As long as the delivered picture, and of its name.
  await writeFile(path, 'a'.repeat(mediaBytes('b.png', contentOf({ fileName: 'b.png' })).length));
  const { hashed } = await comeBack(project, { location: () => urlOf(path) });
  expect(hashed).toEqual([]);
  const outside = await comeBack(project, { fileName: 'shadow', location: () => 'file:///etc/shadow' });
  expect(outside.hashed).toEqual([]);
});

test.for(Object.entries(oddFiles))('waits for no media at the place of %s', async ([, make]) => {
  const project = await makeFolder('media');
  const path = join(project, 'Elsewhere', 'b.png');
  await mkdir(dirname(path), { recursive: true });
  await make(path);
  const { hashed } = await comeBack(project, { location: () => urlOf(path) });
  expect(hashed).toEqual([]);
});

test('knows the media of another version by its manifest and reads none of them', async () => {
  const project = await makeFolder('media');
  const before = await openVersion(project, 'Harbour_v000');
  const place = join(before.folder, 'media', 'b.png');
  const { known, hashed, sentences } = await comeBack(project, { location: () => urlOf(place) });
  expect([sentences, hashed]).toEqual([[], []]);
  expect(known.timeline.media.map(({ location }) => location)).toContain('../Harbour_v000/media/b.png');
  await put(place, 'retouched in the other version');
  const again = await comeBack(project, { location: () => urlOf(place) });
  expect(again.sentences).toEqual([replaced]);
});

test('knows a picture of the editor that an edit kept as a version refers to, by its place', async () => {
  const project = await makeFolder('media');
  const path = await put(join(project, 'Elsewhere', 'own.png'), 'a picture of the editor');
  const own = { location: urlOf(path), fileName: 'own.png' };
  const base = {
    ...delivered,
    media: delivered.media.map((one) => (one.mediaId === 'b' ? { ...one, ...own } : one)),
  };
  const { hashed, sentences } = await comeBack(project, {
    base,
    fileName: 'own.png',
    location: (version) => relative(join(version, 'Returns'), path),
  });
  expect([sentences, hashed]).toEqual([[], []]);
});

test.each([
  ['in a folder that is gone', urlOf(join(tmpdir(), 'gone', 'b.png'))],
  ['on a drive of Windows', 'file:///Q:/Harbour_v001/media/b.png'],
  ['on a volume of another computer', 'file:///Volumes/Other/Harbour_v001/media/b.png'],
  ['by its name alone', 'B.png'],
])('takes a file that is not there, %s, for the delivered one of its name', async (_, location) => {
  const project = await makeFolder('media');
  const fileName = location.split('/').at(-1) ?? '';
  const { known, hashed, sentences } = await comeBack(project, { fileName, location: () => location });
  expect([sentences, hashed]).toEqual([[], []]);
  expect(locationOf(known.timeline)).toBe('media/b.png');
});

test('does not guess which delivered file a missing one is', async () => {
  const { folder, manifest } = await openVersion(await makeFolder('media'), 'Harbour_v001');
  const link = 'https://example.com/b.png';
  const change = (more: Partial<MediaReference>): Timeline => ({
    ...delivered,
    media: delivered.media.map((one) => (one.mediaId === 'b' ? { ...one, ...more } : one)),
  });
  const withSecond = (location: string): Timeline => ({
    ...delivered,
    media: delivered.media.flatMap((one) =>
      one.mediaId === 'b' ? [one, { ...one, mediaId: 'b2', location }] : one,
    ),
  });
  const place = async (base: Timeline, returned: Timeline, platform: MediaPlace['platform'] = 'linux') => {
    const { timeline } = await findDeliveredMedia(returned, {
      platform,
      versionFolder: folder,
      documentFolder: join(folder, 'Returns'),
      manifest,
      deliveredMedia: base.media,
      deliveredRate: base.frameRate,
      hashFile: () => Promise.resolve(''),
    });
    return ['b', 'b2'].map((mediaId) => locationOf(timeline, mediaId));
  };
  const missing = change({ location: gone });
  expect(await place(delivered, missing)).toEqual(['media/b.png', undefined]);
  expect(await place(change({ kind: 'video' }), missing), 'another kind').toEqual([gone, undefined]);
  const twice = withSecond('media/other/b.png');
  expect(await place(twice, missing), 'two delivered files of the name').toEqual([gone, undefined]);
  expect(await place(delivered, withSecond(gone)), 'two returned files of the name').toEqual([
    'media/b.png',
    gone,
  ]);
  expect(await place(delivered, change({ location: link })), 'a link').toEqual([link, undefined]);
  const shared = change({ location: 'file://server/share/b.png' });
  expect(await place(delivered, shared, 'win32'), 'on a share that is not looked at').toEqual([
    'file://server/share/b.png',
    undefined,
  ]);
  expect(await place(delivered, shared), 'on a computer that cannot have it').toEqual([
    'media/b.png',
    undefined,
  ]);
});

test.each([
  ['of the same size and length', {}, 'media/b.png'],
  ['with a rounded length', { durationFrames: 101 }, 'media/b.png'],
  ['with no more stated than what is shown', { durationFrames: 60, size: frame }, 'media/b.png'],
  ['of another length', { durationFrames: 4000 }, gone],
  ['of a shorter length', { durationFrames: 80 }, gone],
  ['of another size', { size: { width: 3840, height: 2160 } }, gone],
])('a missing video %s is compared with the delivered one of its name', async (_, facts, expected) => {
  const { folder, manifest } = await openVersion(await makeFolder('media'), 'Harbour_v001');
  const video = { kind: 'video', durationFrames: 100, size: { width: 640, height: 360 } } as const;
  const media = delivered.media.map((one) => (one.mediaId === 'b' ? { ...one, ...video } : one));
  const tracks = delivered.tracks.map((track) => ({
    ...track,
    items: track.items.map((item) => ({ ...item, durationFrames: 60 })),
  }));
  const returned = { ...delivered, ...frame, tracks };
  const changed = media.map((one) => (one.mediaId === 'b' ? { ...one, location: gone, ...facts } : one));
  const { timeline } = await findDeliveredMedia(
    { ...returned, media: changed },
    {
      platform: 'linux',
      versionFolder: folder,
      documentFolder: folder,
      manifest,
      deliveredMedia: media,
      deliveredRate: delivered.frameRate,
      hashFile: () => Promise.resolve(''),
    },
  );
  expect(locationOf(timeline)).toBe(expected);
});

// On Windows itself, the test would ask the network for these servers.
test.skipIf(process.platform === 'win32')(
  'on Windows, a file on a share is looked at only where the version, the document or a delivered file is on that share',
  async () => {
    // Elsewhere than on Windows, such a path is the name of a file in the current folder.
    const started = process.cwd();
    process.chdir(await makeFolder('media'));
    onTestFinished(() => {
      process.chdir(started);
    });
    const { manifest } = await openVersion('.', 'Harbour_v001');
    const look = async (share: string, place: Partial<MediaPlace> = {}) => {
      const path = String.raw`${share}\b.png`;
      await writeFile(path, mediaBytes('b.png', 'another picture'));
      const hashed: string[] = [];
      const location = fileUrlOfPath(path, 'win32');
      const media = delivered.media.map((one) => (one.mediaId === 'b' ? { ...one, location } : one));
      const known = await findDeliveredMedia(
        { ...delivered, media },
        {
          platform: 'win32',
          versionFolder: String.raw`C:\Harbour_v001`,
          manifest,
          deliveredMedia: [],
          deliveredRate: delivered.frameRate,
          documentFolder: String.raw`C:\Downloads`,
          hashFile: (file) => Promise.resolve(String(hashed.push(file))),
          ...place,
        },
      );
      expect(known.timeline.media.map((one) => one.location)).toContain(location);
      return hashed;
    };
    const share = String.raw`\\server\Share`;
    const path = String.raw`${share}\b.png`;
    const folder = String.raw`\\SERVER\share\folder`;
    expect(await look(share)).toEqual([]);
    expect(
      await look(share, { versionFolder: String.raw`\\other\share`, documentFolder: String.raw`\\server\s` }),
    ).toEqual([]);
    expect(await look(share, { versionFolder: folder })).toEqual([path]);
    expect(await look(share, { documentFolder: folder })).toEqual([path]);
    const onShare = delivered.media.map((one) => ({ ...one, location: 'file://server/share/a.png' }));
    expect(await look(share, { deliveredMedia: onShare })).toEqual([path]);
    expect(await look(String.raw`C:\pictures`)).toHaveLength(1);
    const device = String.raw`\\?\UNC\server\share`;
    expect(await look(device, { versionFolder: String.raw`\\?\UNC\other\share` })).toEqual([]);
  },
);

test('the page on Windows gets no file from a share that a document names', () => {
  const pathOf = (location: string) => fileOfLocation(location, 'win32');
  expect(pathOf('file://evil.example/share/x.png')).toBeNull();
  expect(pathOf('file:///D:/stills/x.png')).toBe('D:\\stills\\x.png');
});
