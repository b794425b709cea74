// @vitest-environment runes
import { expect, test } from 'vitest';
import type { AppClient } from '../../../../src-renderer/state/app-client.ts';
import { Draft } from '../../../../src-renderer/state/draft.svelte.ts';
import { FileGrants } from '../../../../src-renderer/state/file-grants.ts';
import { Intake } from '../../../../src-renderer/state/intake.svelte.ts';
import { Toasts } from '../../../../src-renderer/state/toasts.svelte.ts';
import { Transfers } from '../../../../src-renderer/state/transfers.svelte.ts';
import { maxClipImages } from '../../../../src-shared/contract/start-generation.ts';
import { englishMessages } from '../../../fakes/english-words.ts';
import { FakeMain } from '../../../fakes/fake-main.ts';
import { clientOf, memoryStorage } from './fake-client.ts';

const fileOf = (name: string) => new File(['x'], name);
const dropped = (...names: string[]) => names.map((name) => ({ file: fileOf(name), folder: '' }));
const idsIn = (draft: Draft) => draft.fields.materials.map(({ displayName }) => displayName);

function setUp() {
  const main = new FakeMain();
  const called = clientOf(main);
  const uploadedTo: (string | undefined)[] = [];
  const client: AppClient = {
    on: called.on.bind(called),
    call: (name, input) => {
      if (name === 'transfer.upload' && 'connectionId' in input) uploadedTo.push(input.connectionId);
      return called.call(name, input);
    },
  };
  const draft = new Draft({ storage: memoryStorage() });
  const toasts = new Toasts({ schedule: () => () => undefined });
  const grantFile = ({ name }: File) =>
    Promise.resolve(main.grantFile({ displayName: name, body: Buffer.from('x') }));
  const intake = new Intake({
    ...{ client, draft, toasts, messages: englishMessages, transfers: new Transfers({ client }) },
    fileGrants: new FileGrants({ bridge: { grantFile }, findsTranscripts: false }),
    navigation: { place: { screen: 'generate', projectId: null }, go: () => undefined },
    showReturn: () => undefined,
  });
  return { main, draft, toasts, intake, uploadedTo, said: () => toasts.list.map(({ text }) => text) };
}

test('stills come into the draft they were dropped on, whatever is shown when main answers', async () => {
  const { main, draft, toasts, intake } = setUp();
  draft.write('Swifts.');
  const { place } = draft;
  const release = main.hold('material.add');
  const taking = intake.take(dropped('a.jpg', 'b.jpg'), 'generate');
  draft.add();
  draft.choose('clip');
  release();
  await taking;
  expect([draft.workflow, idsIn(draft)]).toEqual(['clip', []]);
  expect(draft.fieldsAt(place)?.materials.map(({ displayName }) => displayName)).toEqual(['a.jpg', 'b.jpg']);
  toasts.list.at(-1)?.action?.run();
  expect([draft.text, idsIn(draft)]).toEqual(['Swifts.', []]);
});

test('a script comes into a draft of its own where the user went on to another meanwhile', async () => {
  const { main, draft, intake } = setUp();
  const release = main.hold('material.readScript');
  const taking = intake.take(dropped('harbour.md'), 'generate');
  draft.add();
  draft.write('What was written meanwhile.');
  const { place } = draft;
  release();
  await taking;
  expect(draft.fieldsAt(place)?.script).toBe('What was written meanwhile.');
  expect([draft.isShown(place), draft.text]).toEqual([false, 'x']);
});

test('a logo comes into the draft of the connection it was chosen on', async () => {
  const { main, draft, intake } = setUp();
  const release = main.hold('material.add');
  const taking = intake.takeLogo(fileOf('logo.png'));
  draft.use('hosted');
  release();
  await taking;
  expect(draft.fields.logo).toBeUndefined();
  draft.use('local');
  expect(draft.fields.logo?.displayName).toBe('logo.png');
});

test('files go to the library of the connection that they were dropped on', async () => {
  const { main, draft, intake, uploadedTo } = setUp();
  const release = main.hold('transfer.upload');
  const taking = intake.take(dropped('a.pdf', 'b.pdf'), 'library');
  draft.use('hosted');
  release();
  await taking;
  expect(uploadedTo).toEqual(['local', 'local']);
});

test('a recording leads to its mode only where the user still is, and its words never to another', async () => {
  const { main, draft, intake } = setUp();
  await intake.take(dropped('first.wav'), 'generate');
  expect([draft.workflow, draft.fields.source?.displayName]).toEqual(['voiceover', 'first.wav']);
  const words = main.hold('material.setTranscript');
  const taking = intake.take(dropped('words.srt'), 'generate');
  await expect.poll(() => main.calls.at(-1)).toBe('material.setTranscript');
  await intake.take(dropped('second.wav'), 'generate');
  words();
  await taking;
  expect(draft.fields.source).toMatchObject({ displayName: 'second.wav' });
  expect(draft.fields.source?.transcriptName).toBeUndefined();
  const release = main.hold('material.add');
  const third = intake.take(dropped('third.wav'), 'generate');
  draft.choose('clip');
  release();
  await third;
  expect(draft.workflow).toBe('clip');
  draft.choose('voiceover');
  expect(draft.fields.source?.displayName).toBe('third.wav');
});

test('a still that has no room any more when main answers is reported as left out', async () => {
  const { main, draft, intake, said } = setUp();
  draft.choose('clip');
  const release = main.hold('material.add');
  const taking = intake.take(dropped('late.jpg'), 'generate');
  draft.addMaterials(
    Array.from({ length: maxClipImages }, (_, index) => ({
      ...{ materialId: String(index), displayName: `${String(index)}.jpg`, kind: 'image' as const },
      ...{ sizeBytes: 1, mediaPath: '' },
    })),
  );
  release();
  await taking;
  expect(idsIn(draft)).not.toContain('late.jpg');
  expect(said()).toEqual([englishMessages.text('drop.materialFull', { limit: maxClipImages, count: 1 })]);
});

test('stills dropped with scripts come into the draft of the scripts', async () => {
  const { draft, intake } = setUp();
  draft.write('Swifts.');
  await intake.take(dropped('one.txt', 'two.txt', 'a.jpg'), 'generate');
  expect([draft.fields.batch?.rows.length, idsIn(draft)]).toEqual([2, ['a.jpg']]);
  draft.open(draft.list[0]?.draftId ?? '');
  expect([draft.text, idsIn(draft)]).toEqual(['Swifts.', []]);
});

test('clips that come while the app asks about others are asked about together with them', async () => {
  const { draft, intake } = setUp();
  await intake.take(dropped('a.jpg'), 'ask');
  await intake.take(dropped('b.jpg', 'c.jpg'), 'ask');
  expect(intake.question?.media.map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
  await intake.answer('generate');
  expect([idsIn(draft), intake.question]).toEqual([['a.jpg', 'b.jpg', 'c.jpg'], null]);
});
