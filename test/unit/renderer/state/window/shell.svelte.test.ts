// @vitest-environment runes
import { expect, test } from 'vitest';
import { createJobNotices } from '../../../../../src-renderer/state/jobs/job-notices.ts';
import { type Command, Commands } from '../../../../../src-renderer/state/window/commands.svelte.ts';
import { Navigation } from '../../../../../src-renderer/state/window/navigation.svelte.ts';
import { Toasts } from '../../../../../src-renderer/state/window/toasts.svelte.ts';
import type { ReturnDetail } from '../../../../../src-shared/contract/return.ts';
import { englishMessages } from '../../../../fakes/english-words.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { sampleReturn } from '../../../../ui/support/fill-returns.ts';
import { appOf, FakeLink } from '../fake-app.ts';

function addressBar(start = '') {
  let hash = start;
  const pushed: string[] = [];
  let changed = (): void => undefined;
  return {
    pushed,
    goBackTo: (past: string) => {
      hash = past;
      changed();
    },
    hash: () => hash,
    push: (next: string) => {
      hash = next;
      pushed.push(next);
    },
    replace: (next: string) => {
      hash = next;
    },
    onChange: (listener: () => void) => {
      changed = listener;
      return () => undefined;
    },
  };
}

function clock() {
  const waiting = new Map<() => void, number>();
  return {
    schedule: (run: () => void, delayMs: number) => {
      waiting.set(run, delayMs);
      return () => waiting.delete(run);
    },
    pass: (ms: number) => {
      for (const [run, delayMs] of waiting) if (delayMs <= ms) run();
    },
  };
}

const press = (key: string, ctrlKey = false) => ({
  key,
  code: '',
  ctrlKey,
  metaKey: false,
  shiftKey: false,
  altKey: false,
});
const part = (...matches: string[]) =>
  ({
    closest: (selector: string) => (matches.some((each) => selector.includes(each)) ? {} : null),
  }) as Element;

function commandsWith(...names: Command['name'][]) {
  return commandsOn(false, names);
}

function commandsOn(isMac: boolean, names: readonly Command['name'][]) {
  const ran: string[] = [];
  const commands = new Commands({ isMac });
  const remove = commands.add(names.map((name) => ({ name, run: () => ran.push(name) })));
  return { commands, ran, remove };
}

test('keys without a modifier are left to fields, buttons and lists that use them', () => {
  const { commands, ran } = commandsWith('player.toggle', 'player.nextFrame', 'command.start');
  expect(commands.handle(press(' '), part('textarea'))).toBe(false);
  expect(commands.handle(press(' '), part('button'))).toBe(false);
  expect(commands.handle(press('ArrowRight'), part('data-own-arrows'))).toBe(false);
  expect(commands.handle(press('Enter', true), part('textarea'))).toBe(true);
  expect(commands.handle(press('k'), part('button'))).toBe(true);
  expect(commands.handle(press(' '), null)).toBe(true);
  expect(ran).toEqual(['command.start', 'player.toggle', 'player.toggle']);
});

test('the delete key of a Mac dismisses from a list and never from a field', () => {
  const { commands, ran } = commandsOn(true, ['return.dismiss']);
  expect(commands.handle(press('Backspace'), part('textarea'))).toBe(false);
  expect(ran).toEqual([]);
  expect(commands.handle(press('Backspace'), part('button'))).toBe(true);
  expect(ran).toEqual(['return.dismiss']);
});

test('while a dialog is open its keys are taken and only the palette answers', () => {
  const { commands, ran } = commandsWith('command.start', 'command.palette');
  expect(commands.handle(press('Enter', true), part('data-own-keys'))).toBe(true);
  expect(commands.handle(press('k', true), part('data-own-keys'))).toBe(true);
  expect(ran).toEqual(['command.palette']);
});

test('the command of the part shown last comes first, and goes with it', () => {
  const { commands, ran } = commandsWith('command.search');
  const inner: string[] = [];
  const remove = commands.add([{ name: 'command.search', run: () => inner.push('inner') }]);
  commands.handle(press('f', true), null);
  remove();
  commands.handle(press('f', true), null);
  expect([inner, ran]).toEqual([['inner'], ['command.search']]);
});

test('the palette offers a command once while two parts have it, as the part shown last has it', () => {
  const commands = new Commands({ isMac: false });
  const before: Command = { name: 'command.send', run: () => undefined };
  const after: Command = { name: 'command.send', run: () => undefined };
  const remove = commands.add([before]);
  commands.add([after]);
  expect(commands.listed).toHaveLength(1);
  expect(commands.listed[0]).toBe(after);
  remove();
  expect(commands.listed[0]).toBe(after);
});

test('a command that cannot run now keeps its key from the browser', () => {
  const commands = new Commands({ isMac: false });
  let runs = 0;
  commands.add([{ name: 'command.send', isEnabled: () => false, run: () => (runs += 1) }]);
  expect(commands.handle({ ...press('e', true), shiftKey: true }, null)).toBe(true);
  expect(runs).toBe(0);
});

test('the place is kept in the address, and arrow keys leave no steps in the history', () => {
  const address = addressBar('#/projects/prj%201');
  const navigation = new Navigation({ address });
  navigation.start();
  expect(navigation.place).toEqual({ screen: 'projects', projectId: 'prj 1' });
  navigation.selectProject('prj 2');
  navigation.go('settings');
  navigation.go('projects');
  expect(navigation.place.projectId).toBe('prj 2');
  expect(address.pushed).toEqual(['#/settings', '#/projects/prj%202']);
  address.goBackTo('#/settings');
  expect(navigation.place.screen).toBe('settings');
  address.goBackTo('#/no-such-screen');
  expect(navigation.place.screen).toBe('generate');
});

test('a notice goes by itself unless it is pointed at; a failure stays', () => {
  const time = clock();
  const toasts = new Toasts({ schedule: time.schedule });
  toasts.show({ text: 'plain' });
  toasts.show({ text: 'held' });
  toasts.show({ text: 'bad', kind: 'bad' });
  toasts.hold(2);
  time.pass(60_000);
  expect(toasts.list.map((toast) => toast.text)).toEqual(['held', 'bad']);
  toasts.resume(2);
  time.pass(60_000);
  expect(toasts.list.map((toast) => toast.text)).toEqual(['bad']);
});

test('no more than two notices stand at once, and acting on one takes it away', () => {
  const toasts = new Toasts({ schedule: clock().schedule });
  let undone = 0;
  for (const text of ['1', '2', '3']) toasts.show({ text });
  toasts.show({ text: '4', action: { label: 'Undo', run: () => (undone += 1) } });
  expect(toasts.list.map((toast) => toast.text)).toEqual(['3', '4']);
  toasts.act(4);
  expect([undone, toasts.list.length]).toEqual([1, 1]);
});

test('a notice of a job takes the place of the one before', () => {
  const toasts = new Toasts({ schedule: clock().schedule });
  toasts.show({ text: 'Added: swifts', jobId: 'b' });
  toasts.show({ text: 'Added: harbour', jobId: 'a' });
  toasts.show({ text: 'harbour is ready', jobId: 'a' });
  expect(toasts.list.map(({ text }) => text)).toEqual(['Added: swifts', 'harbour is ready']);
});

test('the announced step is done when the notice is gone, and not when its action was taken', () => {
  const time = clock();
  const toasts = new Toasts({ schedule: time.schedule });
  const done: string[] = [];
  const announce = (text: string) => {
    toasts.show({
      text,
      action: { label: 'Undo', run: () => done.push(`not ${text}`) },
      onGone: () => done.push(text),
    });
  };
  for (const text of ['pushed out', 'dismissed', 'undone']) announce(text);
  expect(done).toEqual(['pushed out']);
  toasts.dismiss(2);
  toasts.act(3);
  announce('timed out');
  time.pass(60_000);
  expect(done).toEqual(['pushed out', 'dismissed', 'not undone', 'timed out']);
});

test('a notice with something to do about it is pushed out only by another such, and not while it is pointed at', () => {
  const toasts = new Toasts({ schedule: clock().schedule });
  const texts = () => toasts.list.map((toast) => toast.text);
  const action = { label: 'Undo', run: () => undefined };
  toasts.show({ text: 'undo 1', action });
  for (const text of ['1', '2', '3']) toasts.show({ text });
  expect(texts()).toEqual(['undo 1', '3']);
  toasts.hold(1);
  toasts.show({ text: 'undo 2', action });
  expect(texts()).toEqual(['undo 1', 'undo 2']);
  toasts.show({ text: 'undo 3', action });
  expect(texts()).toEqual(['undo 1', 'undo 3']);
});

test('a dismissed problem is kept once among the past ones, until it is acted on or they are cleared', () => {
  const toasts = new Toasts({ schedule: clock().schedule });
  for (const text of ['first', 'second', 'first']) {
    toasts.show({ text, kind: 'bad' });
    const [shown] = toasts.list;
    toasts.dismiss(shown?.toastId ?? 0);
  }
  toasts.show({ text: 'plain' });
  toasts.dismiss(toasts.list[0]?.toastId ?? 0);
  expect(toasts.past.map(({ text }) => text)).toEqual(['first', 'second']);
  toasts.forgetPast(toasts.past[0]?.toastId);
  expect(toasts.past.map(({ text }) => text)).toEqual(['second']);
  toasts.forgetPast();
  expect(toasts.past).toEqual([]);
});

test('a problem is never pushed out: the newest is in sight, and dismissing it shows the one before', () => {
  const toasts = new Toasts({ schedule: clock().schedule });
  const texts = () => toasts.list.map((toast) => toast.text);
  for (const text of ['one', 'two', 'three']) toasts.show({ text, kind: 'bad' });
  for (const text of ['1', '2', '3', '4']) toasts.show({ text });
  expect(texts()).toEqual(['three', '4']);
  expect(toasts.behind.map((toast) => toast.text)).toEqual(['two', 'one']);
  toasts.dismiss(3);
  expect(texts()).toEqual(['two', '4']);
  toasts.dismiss(2);
  expect([texts(), toasts.behind]).toEqual([['one', '4'], []]);
});

test('the end of a job is reported where its own line is not in sight, and only once', () => {
  const opened: string[] = [];
  const navigation = new Navigation({ address: addressBar('#/settings') });
  const toasts = new Toasts({ schedule: clock().schedule });
  const notices = createJobNotices({
    navigation,
    toasts,
    messages: englishMessages,
    isAwaited: () => false,
    openProject: (connectionId, projectId) => {
      opened.push(connectionId);
      navigation.openProject(projectId);
    },
  });
  const main = new FakeMain();
  const running = main.generations.add({ title: 'Swifts', state: 'running' });
  const done = { ...running, state: 'succeeded' as const, projectId: 'prj_0001' };
  notices.onGeneration(running, undefined);
  notices.onGeneration(done, running);
  notices.onGeneration(done, done);
  expect(toasts.list.map((toast) => toast.text)).toEqual(['“Swifts” is ready']);
  toasts.act(1);
  expect(opened).toEqual(['local']);
  expect(navigation.place).toEqual({ screen: 'projects', projectId: 'prj_0001' });
  navigation.isTrayOpen = true;
  const error = { code: 'insufficient_credits', message: 'x', details: {} } as const;
  const failed = { ...running, state: 'failed' as const, error };
  notices.onGeneration(failed, running);
  expect(toasts.list).toEqual([]);
  navigation.go('generate');
  notices.onGeneration(failed, running);
  expect(toasts.list.map((toast) => toast.text)).toEqual([
    '“Swifts” failed. Not enough credits. Add credits to the account, or ask for less: a shorter text, a lower quality, fewer results.',
  ]);
  toasts.act(2);
  expect(navigation.isTrayOpen).toBe(true);
});

test('a page whose link to main was lost reads everything again that it mirrors', async () => {
  const main = new FakeMain();
  const link = new FakeLink();
  const app = await appOf(main, link);
  const { activity, projects, transfers, exports, remixes, savedFiles } = app;
  const project = { projectId: 'prj_0000', title: 'Harbour lights' };
  const { deliveryId } = main.deliveries.add({
    projectId: 'prj_0000',
    format: 'FCPXML',
    mediaDelivery: 'BUNDLE',
  });
  const owner = { kind: 'delivery', id: deliveryId, title: project.title } as const;
  const clip = main.activity.addTransfer({ state: 'running', owner });
  const queued = main.activity.addTransfer({});
  const upload = main.activity.addTransfer({ direction: 'upload', state: 'running' });
  const returned: ReturnDetail = { ...sampleReturn({}), returnId: 'return-1', state: 'described' };
  main.returns.put(returned);
  app.start();
  projects.open('prj_0000');
  app.returns.open('return-1');
  activity.parts.show(deliveryId);
  transfers.queue.start();
  exports.open('prj_0000');
  remixes.open('prj_0000');
  savedFiles.open('prj_0000');
  await exports.begin('local', project, {});
  remixes.setDrafts('prj_0000', [{ id: 'zoom', type: 'ADD_ZOOM', values: {} }]);
  await remixes.begin(project);
  await savedFiles.saveMovie('prj_0000', 'exp-1');
  const shown = () => ({
    returned: app.returns.opened?.detail?.state,
    folders: app.returns.folders.length,
    part: activity.parts.items.map(({ record }) => record.state),
    line: transfers.queue.line.includes(queued.transferId),
    exported: exports.exports.map(({ state }) => state),
    remixed: remixes.jobs.map(({ state }) => state),
    saved: savedFiles.files.map(({ transfer }) => transfer.state),
    updates: app.updates.current?.stage,
    network: app.network.current?.address,
    screen: app.navigation.place.screen,
  });
  await expect.poll(shown).toMatchObject({
    returned: 'described',
    folders: 0,
    part: ['running'],
    line: true,
    saved: ['queued'],
    exported: ['running'],
    remixed: ['running'],
    network: '',
    screen: 'generate',
  });
  main.activity.change(upload.transferId, { doneBytes: 1 });
  const before = projects.opened?.detail?.thumbnailPath;
  link.change('lost');
  main.changePicture('prj_0000');
  main.returns.put({ ...returned, state: 'dismissed' });
  main.returns.folders = [{ path: '/home/user/Cuts', state: 'watching' }];
  for (const { transferId } of [clip, queued, upload]) main.activity.change(transferId, { state: 'done' });
  for (const { jobId } of main.activity.jobs) main.activity.changeJob(jobId, { state: 'succeeded' });
  const [saved] = savedFiles.files;
  main.activity.change(saved?.transfer.transferId ?? '', { state: 'done' });
  main.updates.set({ stage: 'downloading' });
  main.network = { ...main.network, address: 'proxy.example.com' };
  main.open({ kind: 'connections' });
  link.change('open');
  await expect.poll(shown).toMatchObject({
    returned: 'dismissed',
    folders: 1,
    part: ['done'],
    line: false,
    saved: ['done'],
    exported: ['succeeded'],
    remixed: ['succeeded'],
    updates: 'downloading',
    network: 'proxy.example.com',
    screen: 'connections',
  });
  await expect.poll(() => projects.opened?.detail?.thumbnailPath).not.toBe(before);
  expect(app.toasts.list).toEqual([]);
  const later = main.activity.addTransfer({ direction: 'upload', state: 'running' });
  main.activity.change(later.transferId, { doneBytes: 1 });
  main.activity.change(later.transferId, { state: 'done' });
  expect(app.toasts.list).toHaveLength(1);
});

test('closed parts are not read again after a lost link', async () => {
  const main = new FakeMain();
  const link = new FakeLink();
  const app = await appOf(main, link);
  app.start();
  const { exports, remixes, savedFiles, transfers } = app;
  const stops = [exports, remixes, savedFiles].map((each) => each.open('prj_0000'));
  stops.push(transfers.queue.start());
  for (const stop of stops) stop();
  main.requests.length = 0;
  link.change('open');
  const lists = ['export.list', 'export.listSaved', 'remix.list'];
  await expect.poll(() => main.calls).toContain('project.list');
  expect(main.calls.filter((name) => lists.includes(name))).toEqual([]);
});
