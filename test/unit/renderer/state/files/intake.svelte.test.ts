// @vitest-environment runes
import { expect, test } from 'vitest';
import { Transfers } from '../../../../../src-renderer/state/activity/transfers.svelte.ts';
import { Draft, type DraftPlace } from '../../../../../src-renderer/state/draft/draft.svelte.ts';
import { FileGrants } from '../../../../../src-renderer/state/files/file-grants.ts';
import { Intake } from '../../../../../src-renderer/state/files/intake.svelte.ts';
import type { AppClient } from '../../../../../src-renderer/state/foundation/app-client.ts';
import { Toasts } from '../../../../../src-renderer/state/window/toasts.svelte.ts';
import { AppError } from '../../../../../src-shared/app-error.ts';
import { maxClipImages } from '../../../../../src-shared/contract/start-generation.ts';
import { englishMessages } from '../../../../fakes/english-words.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { clientOf, memoryStorage } from '../fake-client.ts';

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
    client,
    draft,
    toasts,
    messages: englishMessages,
    transfers: new Transfers({ client }),
    fileGrants: new FileGrants({ bridge: { grantFile }, findsTranscripts: false }),
    navigation: {
      place: { screen: 'generate', projectId: null },
      isTrayOpen: false,
      trayRow: null,
      go: () => undefined,
    },
    showReturn: () => undefined,
  });
  return { main, draft, toasts, intake, uploadedTo, said: () => toasts.list.map(({ text }) => text) };
}

test('stills come into the draft they were dropped on, whatever is shown when main answers', async () => {
  const { main, draft, toasts, intake } = setUp();
  draft.write('Swifts.');
  const { place } = draft;
  const release = main.hold('material.add');
  const taking = intake.take(dropped('a.jpg', 'b.jpg'), 'generate', draft.place);
  draft.add();
  draft.choose('clip');
  release();
  await taking;
  expect([draft.workflow, idsIn(draft)]).toEqual(['clip', []]);
  expect(draft.fieldsAt(place)?.materials.map(({ displayName }) => displayName)).toEqual(['a.jpg', 'b.jpg']);
  toasts.list.at(-1)?.action?.run();
  expect([draft.text, idsIn(draft)]).toEqual(['Swifts.', []]);
});

/** Writes in a new draft, as a user who goes on meanwhile. Returns its place. */
function goOn(draft: Draft): DraftPlace {
  draft.add();
  draft.write('What was written meanwhile.');
  return draft.place;
}

test('a script comes into a draft of its own where the user went on to another meanwhile', async () => {
  const { main, draft, intake } = setUp();
  const release = main.hold('material.readScript');
  const taking = intake.take(dropped('harbour.md'), 'generate', draft.place);
  const place = goOn(draft);
  release();
  await taking;
  expect(draft.fieldsAt(place)?.script).toBe('What was written meanwhile.');
  expect([draft.isShown(place), draft.text]).toEqual([false, 'x']);
});

test('scripts come into drafts of their own of the connection they were dropped on', async () => {
  const { draft, intake, said } = setUp();
  draft.write('Swifts.');
  const pressed = draft.place;
  draft.use('hosted');
  await intake.take(dropped('harbour.md', 'a.jpg'), 'generate', pressed);
  expect(said()).toContain(englishMessages.text('generate.replaced', { name: 'harbour.md' }));
  await intake.take(dropped('one.md', 'two.md'), 'generate', pressed);
  expect([draft.text, draft.list.length, idsIn(draft)]).toEqual(['', 1, []]);
  draft.use('local');
  expect(draft.fieldsAt(pressed)).toMatchObject({ script: 'Swifts.', materials: [] });
  const [, script, batch] = draft.list.map(({ draftId }) => draft.fieldsAt({ ...pressed, draftId }));
  expect(script).toMatchObject({ script: 'x', materials: [{ displayName: 'a.jpg' }] });
  expect(batch).toMatchObject({ script: '', batch: { rows: [{ text: 'x' }, { text: 'x' }] } });
  expect(draft.fields.batch).toBeDefined();
});

test('a script comes into a draft of its own where the user went on while its folder was read', async () => {
  const { draft, intake } = setUp();
  const pressed = draft.place;
  const place = goOn(draft);
  await intake.take(dropped('harbour.md'), 'generate', pressed);
  expect(draft.fieldsAt(place)?.script).toBe('What was written meanwhile.');
  expect([draft.isShown(place), draft.text]).toEqual([false, 'x']);
});

test('a script comes into a draft of its own where the user went on while its slides were read', async () => {
  const { main, draft, intake } = setUp();
  const release = main.hold('material.add');
  const taking = intake.take(dropped('deck.pdf', 'harbour.md'), 'generate', draft.place);
  const place = goOn(draft);
  release();
  await taking;
  expect(draft.fieldsAt(place)?.script).toBe('What was written meanwhile.');
  expect([draft.workflow, draft.isShown(place), draft.text]).toEqual(['script', false, 'x']);
});

test('a script that comes with slides replaces the text of its mode, whose undo puts it back', async () => {
  const { draft, toasts, intake } = setUp();
  draft.write('Swifts.');
  const { place } = draft;
  await intake.take(dropped('deck.pdf', 'harbour.md'), 'generate', place);
  expect([draft.isShown(place), draft.text]).toEqual([true, 'x']);
  toasts.list.at(-1)?.action?.run();
  expect(draft.text).toBe('Swifts.');
  draft.choose('slideshow');
  expect(draft.fields.source?.displayName).toBe('deck.pdf');
});

test('several scripts come in the mode they were dropped on, and leave the drafts of others alone', async () => {
  const { main, draft, intake } = setUp();
  draft.choose('outline');
  const release = main.hold('material.readScript');
  const taking = intake.take(dropped('one.md', 'two.md', 'a.jpg'), 'generate', draft.place);
  draft.choose('clip');
  const { place } = draft;
  release();
  await taking;
  expect([draft.workflow, draft.fields.batch?.rows.length, idsIn(draft)]).toEqual(['outline', 2, ['a.jpg']]);
  expect(draft.fieldsAt(place)).toMatchObject({ materials: [] });
  expect(draft.fieldsAt(place)?.batch).toBeUndefined();
});

test('a table comes into a draft of its own where the user went on to an empty one meanwhile', async () => {
  const { main, draft, intake } = setUp();
  const release = main.hold('material.readTable');
  const taking = intake.take(dropped('rows.csv', 'more.csv'), 'generate', draft.place);
  draft.add();
  const { place } = draft;
  release();
  await taking;
  expect(draft.fieldsAt(place)?.batch).toBeUndefined();
  expect(draft.list.map(({ name }) => name)).toEqual(['rows.csv', 'more.csv']);
});

test('stills whose script cannot be read come into the draft they were dropped on', async () => {
  const { main, draft, intake } = setUp();
  const pressed = draft.place;
  main.failNext('material.readScript', new AppError('file_type_unsupported', 'No text.'));
  const taking = intake.take(dropped('harbour.md', 'a.jpg'), 'generate', pressed);
  draft.choose('voiceover');
  await taking;
  expect(draft.workflow).toBe('voiceover');
  expect(draft.fieldsAt(pressed)?.materials.map(({ displayName }) => displayName)).toEqual(['a.jpg']);
});

test('a recording goes to the drafts of the connection it was dropped on, with its captions', async () => {
  const { draft, intake } = setUp();
  draft.choose('voiceover');
  const pressed = draft.place;
  draft.add();
  draft.use('hosted');
  await intake.take(dropped('sea.wav'), 'generate', pressed);
  await intake.take(dropped('words.srt'), 'generate', pressed);
  expect(draft.fieldsAt(draft.placeIn('voiceover'))?.source).toBeUndefined();
  expect(draft.fieldsAt(pressed)?.source).toMatchObject({
    displayName: 'sea.wav',
    transcriptName: 'words.srt',
  });
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
  const pressed = draft.place;
  const taking = intake.take(dropped('a.pdf', 'b.pdf'), 'library', pressed);
  draft.use('hosted');
  release();
  await taking;
  await intake.take(dropped('read-late.pdf'), 'library', pressed);
  expect(uploadedTo).toEqual(['local', 'local', 'local']);
});

test('a recording leads to its mode only where the user still is, and its words never to another', async () => {
  const { main, draft, intake } = setUp();
  await intake.take(dropped('first.wav'), 'generate', draft.place);
  expect([draft.workflow, draft.fields.source?.displayName]).toEqual(['voiceover', 'first.wav']);
  const words = main.hold('material.setTranscript');
  const taking = intake.take(dropped('words.srt'), 'generate', draft.place);
  await expect.poll(() => main.calls.at(-1)).toBe('material.setTranscript');
  await intake.take(dropped('second.wav'), 'generate', draft.place);
  words();
  await taking;
  expect(draft.fields.source).toMatchObject({ displayName: 'second.wav' });
  expect(draft.fields.source?.transcriptName).toBeUndefined();
  const release = main.hold('material.add');
  const third = intake.take(dropped('third.wav'), 'generate', draft.place);
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
  const taking = intake.take(dropped('late.jpg'), 'generate', draft.place);
  draft.addMaterials(
    Array.from({ length: maxClipImages }, (_, index) => ({
      materialId: String(index),
      displayName: `${String(index)}.jpg`,
      kind: 'image' as const,
      sizeBytes: 1,
      mediaPath: '',
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
  await intake.take(dropped('one.txt', 'two.txt', 'a.jpg'), 'generate', draft.place);
  expect([draft.fields.batch?.rows.length, idsIn(draft)]).toEqual([2, ['a.jpg']]);
  draft.open(draft.list[0] ?? draft.place);
  expect([draft.text, idsIn(draft)]).toEqual(['Swifts.', []]);
});

test('clips that come while the app asks about others are asked about together with them', async () => {
  const { draft, intake } = setUp();
  await intake.take(dropped('a.jpg'), 'ask', draft.place);
  await intake.take(dropped('b.jpg', 'c.jpg'), 'ask', draft.place);
  expect(intake.question?.media.map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
  await intake.answer('generate');
  expect([idsIn(draft), intake.question]).toEqual([['a.jpg', 'b.jpg', 'c.jpg'], null]);
});

test('clips that the app asks about go to the drafts that were shown at their drops', async () => {
  const { draft, intake } = setUp();
  const first = draft.place;
  await intake.take(dropped('a.jpg'), 'ask', first);
  const second = goOn(draft);
  await intake.take(dropped('b.jpg'), 'ask', second);
  draft.use('hosted');
  await intake.answer('generate');
  expect(idsIn(draft)).toEqual([]);
  const namesAt = (place: DraftPlace) =>
    draft.fieldsAt(place)?.materials.map(({ displayName }) => displayName);
  expect([namesAt(first), namesAt(second)]).toEqual([['a.jpg'], ['b.jpg']]);
});

test('clips that the app asks about go to the libraries of the connections of their drops', async () => {
  const { draft, intake, uploadedTo, said } = setUp();
  await intake.take(dropped('a.jpg'), 'ask', draft.place);
  draft.use('hosted');
  await intake.take(dropped('b.jpg', 'c.jpg'), 'ask', draft.place);
  draft.use('elsewhere');
  await intake.answer('library');
  expect(uploadedTo).toEqual(['local', 'hosted', 'hosted']);
  expect(said()).toHaveLength(2);
});

test('clips that the app asks about go to the shown draft of the mode if theirs was removed meanwhile', async () => {
  const { draft, intake } = setUp();
  const pressed = goOn(draft);
  await intake.take(dropped('a.jpg'), 'ask', pressed);
  draft.remove(pressed);
  await intake.answer('generate');
  expect([draft.isShown(pressed), idsIn(draft)]).toEqual([false, ['a.jpg']]);
});
