import { mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { unreadable } from '../../../../src-main/foundation/files/unreadable.ts';
import { FileGrants } from '../../../../src-main/intake/file-grants.ts';
import { MaterialService } from '../../../../src-main/intake/material-service.ts';
import type { System } from '../../../../src-main/platform.ts';
import { ActivityRepository } from '../../../../src-main/state/activity-repository.ts';
import { FileGrantRepository, MaterialRepository } from '../../../../src-main/state/material-repository.ts';
import { TransferRepository } from '../../../../src-main/state/transfer-repository.ts';
import { toErrorBody } from '../../../../src-shared/app-error.ts';
import { presentError } from '../../../../src-shared/i18n/present-error.ts';
import { englishMessages } from '../../../fakes/english-words.ts';
import { KeptLog, makeFolder, openStore } from '../../../fakes/main-fixture.ts';
import { rootedSystem } from '../../../fakes/rooted-system.ts';
import { stillBytes } from '../../../fakes/sample-project.ts';
import { createHastyClock } from '../../../fakes/turned-clock.ts';
import { createUploads } from '../transfers/upload/upload-fixture.ts';

async function create(system?: System) {
  const clock = createHastyClock();
  const state = await openStore(clock);
  const userData = await makeFolder('grants');
  const repository = new MaterialRepository({ state, log: new KeptLog() });
  const log = new KeptLog();
  const grants = new FileGrants({
    repository: new FileGrantRepository({ state, log: new KeptLog() }),
    materials: repository,
    transfers: new TransferRepository({ state, log: new KeptLog() }),
    paths: { userData, movies: null },
    clock,
    log,
  });
  return {
    grants,
    log,
    materials: new MaterialService({
      grants,
      repository,
      clock,
      log: new KeptLog(),
      languages: [],
      system: system ?? (await rootedSystem({})),
    }),
    inbox: join(userData, 'inbox'),
  };
}

function box(type: string, content: string): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(8 + content.length);
  return Buffer.concat([head, Buffer.from(type + content, 'latin1')]);
}

test('a grant gives the file back, and an unknown one gives nothing', async () => {
  const { grants } = await create();
  const path = join(await makeFolder(), 'notes.txt');
  await writeFile(path, 'x');
  const grantId = await grants.grantPath(path);
  expect(await grants.open(grantId)).toMatchObject({ path, displayName: 'notes.txt', isOwned: false });
  await expect(grants.open('made-up')).rejects.toMatchObject({ code: 'not_found' });
});

test.each([
  ['a folder', 'not_a_file', (path: string) => mkdir(path)],
  ['nothing', 'missing', () => Promise.resolve()],
])('%s gets no grant', async (_name, reason, make) => {
  const { grants } = await create();
  const path = join(await makeFolder(), 'thing');
  await make(path);
  await expect(grants.grantPath(path)).rejects.toMatchObject({
    code: 'file_unreadable',
    details: { reason },
  });
});

test('uploaded bytes are kept in the inbox under a name of ours', async () => {
  const { grants, inbox } = await create();
  const grantId = await grants.grantCopy(
    '../../\u202eevil\n.txt',
    Readable.from([Buffer.from('a'), Buffer.from('b')]),
  );
  const { path, displayName } = await grants.open(grantId);
  expect(displayName).toBe('evil.txt');
  expect(path.startsWith(inbox)).toBe(true);
  expect(await readFile(path, 'utf8')).toBe('ab');
});

test('bytes that end early leave nothing behind', async () => {
  const { grants, inbox } = await create();
  const broken = Readable.from(
    (function* () {
      yield Buffer.from('a');
      throw new Error('the connection ended');
    })(),
  );
  await expect(grants.grantCopy('a.txt', broken)).rejects.toMatchObject({
    code: 'file_unreadable',
    details: { reason: 'incomplete' },
  });
  expect(await readdir(inbox)).toEqual([]);
});

test('the inbox keeps what a material uses and what is new, and drops the rest', async () => {
  const { grants, materials, inbox } = await create();
  const used = await grants.grantCopy('still.png', Readable.from([stillBytes]));
  await materials.add(used);
  await grants.grantCopy('old.txt', Readable.from(['old']));
  const old = new Date(Date.now() - 3 * 86_400_000);
  for (const name of await readdir(inbox)) await utimes(join(inbox, name), old, old);
  const fresh = await grants.grantCopy('new.txt', Readable.from(['new']));
  await grants.start();
  expect(await readdir(inbox)).toHaveLength(2);
  await grants.open(used);
  await grants.open(fresh);
});

test.each(['failed', 'cancelled'])(
  'the inbox keeps the file of a %s upload while its row is listed',
  async (end) => {
    const { uploads, grants, service, queue, state } = await createUploads();
    const grant = await grants.grantCopy('still.png', Readable.from([stillBytes]));
    const { path } = await grants.open(grant);
    service.faults.push({ kind: 'refuse', status: 413 });
    service.onPut = () => (end === 'failed' ? null : new Promise(() => undefined));
    const { transferId } = await uploads.add(grant);
    if (end === 'cancelled') await queue.cancel(transferId);
    await uploads.settled(transferId);
    expect(queue.get(transferId).state).toBe(end);
    const old = new Date(Date.now() - 3 * 86_400_000);
    await utimes(path, old, old);
    await grants.start();
    expect(await readFile(path)).toEqual(stillBytes);
    new ActivityRepository({ state }).clear(
      { what: 'all', status: null, connectionId: null, search: '' },
      'all',
    );
    await grants.start();
    await expect(grants.open(grant)).rejects.toMatchObject({ details: { reason: 'missing' } });
  },
);

test.each([
  ['a PNG', 'image', 'image/png', stillBytes],
  ['a JPEG', 'image', 'image/jpeg', Buffer.from('ffd8ffe000104a464946', 'hex')],
  ['a WebP', 'image', 'image/webp', Buffer.from('RIFF....WEBPVP8 ')],
  ['an AVIF of a common brand', 'image', 'image/avif', box('ftyp', 'mif1\0\0\0\0mif1avif')],
  ['an MP4', 'video', 'video/mp4', Buffer.concat([box('ftyp', 'isom'), box('mdat', 'abc'), box('moov', '')])],
  [
    'a QuickTime movie',
    'video',
    'video/quicktime',
    Buffer.concat([box('ftyp', 'qt  '), box('moov', ''), box('mdat', '')]),
  ],
  [
    'a WebM',
    'video',
    'video/webm',
    Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex'),
  ],
  ['a Matroska', 'video', 'video/x-matroska', Buffer.from('1a45dfa3a34286810142f7', 'hex')],
  ['an AVI', 'video', 'video/x-msvideo', Buffer.from('RIFF....AVI LIST')],
] as const)('%s is known by its bytes whatever its name', async (_name, kind, mimeType, bytes) => {
  const { grants, materials } = await create();
  const material = await materials.add(await grants.grantCopy('misleading.txt', Readable.from([bytes])));
  expect(material).toMatchObject({
    kind,
    sizeBytes: bytes.length,
    mediaPath: `materials/${material.materialId}`,
  });
  expect(materials.get(material.materialId).mimeType).toBe(mimeType);
});

const ftyp = box('ftyp', 'isom');
const moov = box('moov', 'index');
const mdat = box('mdat', 'pictures');

test.each([
  ['without its index', Buffer.concat([ftyp, mdat])],
  ['cut off in its index', Buffer.concat([ftyp, mdat, moov.subarray(0, 10)])],
  ['cut off in its media', Buffer.concat([ftyp, moov, mdat.subarray(0, 12)])],
])('a movie %s is called damaged', async (_name, bytes) => {
  const { grants, materials } = await create();
  const error = await materials
    .add(await grants.grantCopy('clip.mp4', Readable.from([bytes])))
    .catch((failure: unknown) => failure);
  expect(error).toMatchObject({ code: 'file_unreadable', details: { reason: 'damaged' } });
  expect(presentError(toErrorBody(error), englishMessages).title).toBe('The movie or recording is damaged');
});

const heic = box('ftyp', 'heic\0\0\0\0mif1heic');

test.each(['darwin', 'linux'] as const)(
  'a HEIC is converted to a JPEG by the program of %s',
  async (platform) => {
    const ran: string[] = [];
    const { grants, materials } = await create({
      ...(await rootedSystem({ platform })),
      run: async (program, args) => {
        ran.push(program);
        await writeFile(args.at(-1) ?? '', Buffer.from('ffd8ffe000104a464946', 'hex'));
        return '';
      },
    });
    const material = await materials.add(await grants.grantCopy('quay.HEIC', Readable.from([heic])));
    expect(material).toMatchObject({ kind: 'image', displayName: 'quay.jpg' });
    expect(materials.get(material.materialId).mimeType).toBe('image/jpeg');
    expect(ran).toEqual([platform === 'darwin' ? '/usr/bin/sips' : 'heif-convert']);
  },
);

test.each(['win32', 'linux', 'darwin'] as const)(
  'a HEIC that nothing on %s converts is refused with what to do',
  async (platform) => {
    const { grants, materials } = await create(await rootedSystem({ platform }));
    const error = await materials
      .add(await grants.grantCopy('quay.heic', Readable.from([heic])))
      .catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: 'file_type_unsupported', details: { reason: 'heic' } });
    expect(presentError(toErrorBody(error), englishMessages).fix).toContain('as JPEG');
  },
);

test('a damaged PowerPoint file is refused as one', async () => {
  const { grants, materials } = await create();
  const error = await materials
    .add(await grants.grantCopy('talk.pptx', Readable.from([Buffer.from('PK\u0003\u0004 and no more')])))
    .catch((failure: unknown) => failure);
  expect(error).toMatchObject({ code: 'file_type_unsupported' });
  expect(presentError(toErrorBody(error), englishMessages).title).toBe(
    'This is not a readable PowerPoint file',
  );
});

test('a drawing, a program and an empty file are no material; a sound and slides are', async () => {
  const { grants, materials } = await create();
  const add = async (bytes: Buffer) => materials.add(await grants.grantCopy('x.png', Readable.from([bytes])));
  expect(await add(Buffer.from('RIFF....WAVEfmt '))).toMatchObject({ kind: 'audio' });
  expect(await add(Buffer.from('%PDF-1.7'))).toMatchObject({ kind: 'slides' });
  await expect(add(Buffer.from('<svg/>'))).rejects.toMatchObject({ code: 'file_type_unsupported' });
  await expect(add(Buffer.from('MZ\x90\0'))).rejects.toMatchObject({ code: 'file_type_unsupported' });
  await expect(add(Buffer.alloc(0))).rejects.toMatchObject({
    code: 'file_unreadable',
    details: { reason: 'empty' },
  });
});

test('a file of the inbox that cannot be looked at keeps the app from nothing', async () => {
  const { grants, inbox } = await create();
  await mkdir(inbox, { recursive: true });
  await symlink(join(inbox, 'nowhere'), join(inbox, 'a dangling link'));
  await writeFile(join(inbox, 'old'), 'x');
  await utimes(join(inbox, 'old'), new Date(0), new Date(0));
  await grants.start();
  expect(await readdir(inbox)).toEqual(['a dangling link']);
});

test('a file in place of the inbox keeps the app from nothing but copies', async () => {
  const { grants, inbox, log } = await create();
  await writeFile(inbox, 'x');
  await grants.start();
  expect(log.lines.map(({ level }) => level)).toEqual(['warn']);
  expect(await grants.open(await grants.grantPath(inbox))).toMatchObject({ path: inbox });
  await expect(grants.grantCopy('a.txt', Readable.from(['a']))).rejects.toMatchObject({
    code: 'file_not_written',
    details: { path: inbox },
  });
});

test.each([
  ['missing', 'there is no such file. Check its path.'],
  ['changed', 'it has changed meanwhile.'],
  ['incomplete', 'a part of it is missing.'],
  ['EIO', 'EIO.'],
])('terminals and logs say in words why a file cannot be read: %s', (reason, words) => {
  expect(unreadable('a.mov', reason).message).toBe(`a.mov cannot be read: ${words}`);
});
