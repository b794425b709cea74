import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { deliveryKind } from '../../../src-main/deliveries/delivery-ledger.ts';
import { VersionBuilder } from '../../../src-main/deliveries/version/version-builder.ts';
import { JobLedger } from '../../../src-main/jobs/run/job-ledger.ts';
import { WriteBatcher } from '../../../src-main/jobs/run/write-batcher.ts';
import { documentKindOf } from '../../../src-main/projects/documents.ts';
import { ConflictPictures } from '../../../src-main/returns/keep/conflict-pictures.ts';
import type { WatchedVersion } from '../../../src-main/returns/return-record.ts';
import { Returns, type ReturnsDeps } from '../../../src-main/returns/returns.ts';
import { ReturnScanner } from '../../../src-main/returns/watch/return-scanner.ts';
import { settleMs } from '../../../src-main/returns/watch/settling-files.ts';
import { WatchedFolders } from '../../../src-main/returns/watch/watched-folders.ts';
import { DeliveryRepository } from '../../../src-main/state/delivery-repository.ts';
import { ReturnRepository } from '../../../src-main/state/return-repository.ts';
import { KnownFolders } from '../../../src-main/state/settings/known-folders.ts';
import { SettingsRepository } from '../../../src-main/state/settings-repository.ts';
import type { StateStore } from '../../../src-main/state/state-store.ts';
import { Blockers } from '../../../src-main/transfers/queue/blockers.ts';
import { AppError } from '../../../src-shared/app-error.ts';
import type { Transfer } from '../../../src-shared/contract/transfer.ts';
import type { Clip, Timeline } from '../../../src-timeline/model/timeline.ts';
import { englishWords } from '../english-words.ts';
import { KeptLog, makeFolder, openStore } from '../main-fixture.ts';
import { mediaBytes } from '../media-bytes.ts';
import { sampleDocument, type SampleFormat, sampleTimeline } from '../sample-project.ts';
import { createHastyClock, TurnedClock } from '../turned-clock.ts';
import { directReader } from './direct-reader.ts';

/** The sample cut as delivered, with media beside the document. */
export const deliveredCut = sampleTimeline((fileName) => `media/${fileName}`);

/** The cut after an editor removed the second scene and closed the gap. */
export const withoutSecondScene = withoutScene(deliveredCut, 1);

/** The cut after an editor shortened the last picture and its sound by half a second. */
export const shorterEnd = mapClips(deliveredCut, (clip) =>
  clip.linkId === 'scene-2' ? { ...clip, durationFrames: clip.durationFrames - 15 } : clip,
);

export function mapClips(timeline: Timeline, change: (clip: Clip) => Clip | null): Timeline {
  const tracks = timeline.tracks.map((track) => ({
    ...track,
    items: track.items.flatMap((item) => (item.kind === 'clip' ? (change(item) ?? []) : item)),
  }));
  return { ...timeline, tracks };
}

function withoutScene(timeline: Timeline, index: number): Timeline {
  const cut = mapClips(timeline, (clip) => (clip.linkId === `scene-${String(index)}` ? null : clip));
  const captionTracks = timeline.captionTracks.map((track) => ({
    ...track,
    captions: track.captions
      .filter((_, place) => place !== index)
      .map((caption, place) => ({ ...caption, startFrame: place * 60 })),
  }));
  return { ...cut, captionTracks };
}

const bytesOf = (fileName: string): Buffer =>
  mediaBytes(fileName, `The bytes of ${fileName}, ${fileName.length.toString()}.`);

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Writes a whole version as a delivery does, with distinct contents for all media. */
export async function placeVersion(
  root: string,
  options: {
    readonly version?: number;
    readonly deliveryId?: string;
    readonly format?: SampleFormat;
    readonly cut?: Timeline;
    /** Names of regenerated files. */
    readonly remade?: readonly string[];
  } = {},
): Promise<WatchedVersion> {
  const {
    version = 3,
    deliveryId = 'delivery-1',
    format = 'FCPXML',
    cut = deliveredCut,
    remade = [],
  } = options;
  const name = `Harbour lights_v${String(version).padStart(3, '0')}`;
  const folder = join(root, 'Harbour lights', name);
  await mkdir(join(folder, 'media'), { recursive: true });
  const media = await Promise.all(
    cut.media.map(async ({ fileName }) => {
      const bytes = bytesOf(remade.includes(fileName) ? `another ${fileName}` : fileName);
      await writeFile(join(folder, 'media', fileName), bytes);
      return { path: `media/${fileName}`, sizeBytes: bytes.length, sha256: hashOf(bytes) };
    }),
  );
  const documentOf = (documentName: string, of: SampleFormat) => {
    const kind = documentKindOf(documentName);
    if (!kind) throw new Error(`${documentName} is no document.`);
    return { name: documentName, kind, text: sampleDocument(of, cut) };
  };
  const ends = { FCPXML: 'fcpxml', PREMIERE_XML: 'xml', OTIO: 'otio', SRT: 'srt' };
  const builder = new VersionBuilder({
    folder,
    plan: { documents: [], editors: [] },
    content: {
      documents: [documentOf(`Harbour.${ends[format]}`, format), documentOf('Harbour.srt', 'SRT')],
      media,
      movie: null,
    },
    origin: {
      deliveryId,
      projectId: 'project-1',
      projectTitle: 'Harbour lights',
      interchangeJobId: null,
      format,
      mediaDelivery: 'BUNDLE',
      deliveredAt: 1_790_000_000,
    },
  });
  await builder.build({ name, path: folder });
  return {
    deliveryId,
    connectionId: 'local',
    projectId: 'project-1',
    projectTitle: 'Harbour lights',
    folder,
  };
}

/**
 * Creates a scanner for one version's folder, with a clock that the test controls.
 * @param readerOf creates what reads returns; in the same thread by default.
 */
export async function openReturns(
  state?: StateStore,
  placed?: WatchedVersion,
  readerOf: (
    ...of: Required<Parameters<typeof directReader>>
  ) => ReturnType<typeof directReader> = directReader,
) {
  const store = state ?? (await openStore());
  const version = placed ?? (await placeVersion(await makeFolder('returns')));
  const clock = new TurnedClock();
  const log = new KeptLog();
  const repository = new ReturnRepository({ state: store, log });
  const published: string[] = [];
  const announced: string[] = [];
  const hashing = {
    /** Error with which hashing a file fails. */
    error: null as Error | null,
    /** Runs once, while a file is hashed. */
    during: null as (() => Promise<unknown>) | null,
  };
  const hashFile = async (path: string): Promise<string> => {
    if (hashing.error) throw hashing.error;
    const { during } = hashing;
    hashing.during = null;
    await during?.();
    return hashOf(await readFile(path));
  };
  const reader = readerOf(hashFile);
  const scanner = new ReturnScanner({
    repository,
    clock,
    log,
    reader,
    announce: (returns) => {
      announced.push(returns.map(({ fileName }) => fileName).join(', '));
    },
    publish: ({ returns, removedIds }) => {
      published.push(...returns.map(({ fileName, state: of }) => `${fileName} ${of}`));
      published.push(...removedIds.map(() => 'removed'));
    },
  });
  const { signal } = new AbortController();
  const scan = (of = version) => scanner.scan(of, signal);
  const scanFolder = (folder: string, of = [version]) => scanner.scanFolder(folder, of, signal);
  return {
    scanFolder,
    hashing,
    hashFile,
    reader,
    state: store,
    version,
    clock,
    log,
    repository,
    published,
    announced,
    scan,
    /** Scans, waits until files count as settled, and scans again. */
    settle: async (of = version) => {
      await scan(of);
      await clock.advance(settleMs);
      return scan(of);
    },
    /** Writes a file into the folder of the version. */
    save: async (relativePath: string, content: string | Uint8Array) => {
      const path = join(version.folder, relativePath);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
      return path;
    },
    all: () => repository.page({ projectId: null, withDismissed: true }, 0, 20_000),
    sentences: () =>
      repository
        .page({ projectId: null, withDismissed: true }, 0, 100)
        .map(({ returnId }) => repository.partsOf(returnId).edits.map(({ sentence }) => sentence.text)),
  };
}

function askNone(): never {
  throw new Error('No service is to be asked.');
}

/** Creates the returns of a version, read and ready to keep. */
export async function openKeeping(
  state?: StateStore,
  placed?: WatchedVersion,
  change: Partial<Pick<ReturnsDeps, 'watcher' | 'timer' | 'connectionOf'>> & {
    /** False leaves the delivery folder as unattended commands do: they wait for no drive. */
    readonly isAttended?: boolean;
  } = {},
) {
  const parts = await openReturns(state, placed);
  const versions = [parts.version];
  const upload = {
    transferId: '',
    purpose: '',
    state: 'running' as Transfer['state'],
    ended: Promise.withResolvers<undefined>(),
    /** True once the connection of the version was removed. */
    isRemoved: false,
  };
  const { repository, log, version, hashFile, reader } = parts;
  const clock = createHastyClock();
  const deliveries = new DeliveryRepository({ state: parts.state, log });
  const endWrites = new WriteBatcher({ state: parts.state });
  const events = { changed: () => undefined };
  const ledger = new JobLedger({ repository: deliveries, clock, events, endWrites }, deliveryKind);
  const conflictPictures = new ConflictPictures();
  const settings = new SettingsRepository({ state: parts.state });
  const folders = new KnownFolders({ repository: settings, mayMark: false, maxAnswerMs: 60_000 });
  const { isAttended = true, ...others } = change;
  const requireFolder = (path: string): Promise<void> => folders.require(path);
  const returns = new Returns({
    repository,
    ledger,
    clock,
    log,
    hashFile,
    reader,
    folders,
    blockers: new Blockers({ clock, isAttended, availabilityOf: askNone, requireFolder }),
    editors: { kdenliveVersion: () => Promise.resolve('1.1') },
    offers: { offer: () => Promise.resolve(false) },
    versions: () => versions,
    grants: {
      open: (path) =>
        Promise.resolve({
          grantId: path,
          path,
          displayName: basename(path),
          isOwned: basename(dirname(path)).includes('-inbox-'),
          createdAt: 0,
        }),
      release: () => Promise.resolve(),
      grantPath: (path) => Promise.resolve(path),
    },
    uploadsOf: () => {
      if (upload.isRemoved) throw new AppError('not_found', 'The connection was removed.');
      return {
        add: (path, { purpose }) => {
          upload.transferId = `upload of ${basename(path)}`;
          upload.purpose = purpose;
          return Promise.resolve(upload);
        },
        latestFor: (purpose) => (purpose === upload.purpose ? upload : null),
        settled: () => upload.ended.promise,
      };
    },
    transferState: () => upload.state,
    connectionOf: askNone,
    watched: new WatchedFolders({
      dialogs: null,
      repository: settings,
      known: new KnownFolders({ repository: settings, mayMark: false }),
      ...englishWords,
      deliveryFolder: () => null,
      onChange: () => undefined,
    }),
    watcher: {
      start: () => undefined,
      refresh: () => undefined,
      dispose: () => Promise.resolve(),
      scanNow: async (folder) => {
        const looked = versions.find((each) => each.folder === folder);
        if (looked) await parts.scan(looked);
      },
    },
    conflictPictures,
    shell: { revealFile: (path) => Promise.resolve(void parts.published.push(`revealed ${path}`)) },
    publish: ({ returns: changed, removedIds }) => {
      parts.published.push(...changed.map(({ returnId, state: of }) => `${returnId} ${of}`));
      parts.published.push(...removedIds.map((returnId) => `${returnId} removed`));
    },
    ...others,
  });
  onTestFinished(() => returns.dispose());
  return {
    ...parts,
    deliveries,
    ledger,
    folders,
    returns,
    conflictPictures,
    versions,
    upload,
    projectFolder: dirname(version.folder),
  };
}
