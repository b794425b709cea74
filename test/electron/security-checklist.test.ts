import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createElectronPlatform } from '../../src-main/hosts/electron/electron-platform.ts';
import { MemorySecretStore } from '../../src-main/hosts/node/memory-secret-store.ts';
import { createNodeSystem } from '../../src-main/hosts/node/node-system.ts';
import { createSystemClock } from '../../src-main/hosts/node/system-clock.ts';
import type { Shell } from '../../src-main/platform.ts';
import { channels } from '../../src-shared/ipc/channels.ts';
import { type Frame, ourFrame, sendToMain, startStandInHost } from '../fakes/electron/electron-host.ts';
import { ElectronStandIn, StandInContents } from '../fakes/electron/electron-stand-in.ts';
import { PlainApp } from '../fakes/electron/plain-app.ts';

/**
 * Covers the numbered points of https://www.electronjs.org/docs/latest/tutorial/security, each with a test that fails
 * when the app gives it up. Point 16, a current Electron, depends on the date: `npm run check:electron`.
 */
const root = join(import.meta.dirname, '..', '..');

let folder: string;
let electron: ElectronStandIn;
let plain: PlainApp;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dailies-security-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html>');
  electron = new ElectronStandIn();
  plain = new PlainApp();
  await startStandInHost({ electron, plain, folder });
});

afterEach(() => rm(folder, { recursive: true }));

async function answer(url: string, headers: Record<string, string> = {}): Promise<Response> {
  const handler = electron.protocols.get(new URL(url).protocol.slice(0, -1));
  if (!handler) throw new Error(`Nothing answers ${url}.`);
  return handler(new Request(url, { headers }));
}

function shell(): Shell {
  const none = () => undefined;
  return createElectronPlatform({
    setLoginItem: null,
    system: createNodeSystem(),
    helpersFolder: '',
    electron: electron.modules,
    clock: createSystemClock(),
    log: { info: none, warn: none, error: none },
    secrets: new MemorySecretStore(),
    serviceLauncher: { launch: () => Promise.reject(new Error('There is no service here.')) },
    engineLauncher: { isIncluded: false, launch: () => expect.fail('There is no engine here.') },
  }).shell;
}

async function builtFiles(part: string): Promise<Map<string, string>> {
  const place = join(root, 'out', part);
  const files = (await readdir(place, { recursive: true })).filter((name) => /\.(?:c?js|html)$/.test(name));
  const texts = await Promise.all(
    files.map(async (name) => [name, await readFile(join(place, name), 'utf8')] as const),
  );
  if (texts.length === 0) throw new Error(`Run npm run build first: there is nothing in out/${part}.`);
  return new Map(texts);
}

test('1: the window loads the page from the app, and the page asks for nothing of the web', async () => {
  expect(electron.windows.map(({ url }) => url)).toEqual(['app://dailies/']);
  const page = (await builtFiles('renderer')).get('index.html');
  expect(page).toMatch(/<script type="module"[^>]* src=/);
  expect(page).not.toMatch(/<script(?![^>]*src=)|style=|https?:/);
});

test('2, 3, 4, 6, 8, 9, 10, 11: the window is isolated, sandboxed, without Node, and has nothing else on or off', () => {
  expect(electron.windows[0]?.options.webPreferences).toEqual({
    preload: '/stand-in/preload.cjs',
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    webviewTag: false,
    spellcheck: false,
    backgroundThrottling: false,
  });
});

test('4: every process of a page is sandboxed from the start', () => {
  expect(electron.calls.slice(0, 2)).toEqual(['enableSandbox', 'whenReady']);
});

/** Returns whether a page has the permission, first on request and then on a check. */
function permissionsOf(permission: string, url: string): boolean[] {
  const answers: boolean[] = [];
  electron.permissionRequest?.({} as never, permission as never, (isGranted) => answers.push(isGranted), {
    requestingUrl: url,
  } as never);
  answers.push(electron.permissionCheck?.(null, permission as never, url, {} as never) ?? true);
  return answers;
}

test('5: the page may write the clipboard and fill the screen, nobody else may, and nothing else is permitted', () => {
  const page = 'app://dailies/';
  for (const permission of ['clipboard-sanitized-write', 'fullscreen']) {
    expect(permissionsOf(permission, page)).toEqual([true, true]);
    for (const url of ['https://example.com/', 'app://other/', 'about:blank', 'file:///page.html', ''])
      expect([url, permissionsOf(permission, url)]).toEqual([url, [false, false]]);
  }
  const others = ['media', 'geolocation', 'notifications', 'midi', 'midiSysex', 'pointerLock'];
  others.push('clipboard-read', 'openExternal', 'fileSystem', 'usb', 'serial', 'hid', 'display-capture');
  for (const permission of others)
    expect([permission, permissionsOf(permission, page)]).toEqual([permission, [false, false]]);
  expect(electron.devicePermission?.()).toBe(false);
  // The viewer's window may fill the screen.
  const ofViewer = (permission: string, isMainFrame: boolean): unknown => {
    const answers: boolean[] = [];
    electron.permissionRequest?.({} as never, permission as never, (isGranted) => answers.push(isGranted), {
      requestingUrl: 'about:blank',
      isMainFrame,
    });
    return answers[0];
  };
  expect(ofViewer('fullscreen', true)).toBe(true);
  expect([ofViewer('fullscreen', false), ofViewer('media', true)]).toEqual([false, false]);
});

test('7: every file of the page comes with a policy that allows the app’s own files and media only', async () => {
  await writeFile(join(folder, 'page.js'), '');
  for (const path of ['', 'index.html', 'page.js']) {
    const { status, headers } = await answer(`app://dailies/${path}`);
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "img-src 'self' dailies-media:",
      "media-src 'self' dailies-media:",
      'connect-src dailies-media:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "object-src 'none'",
    ]);
  }
});

test.each(['will-attach-webview', 'will-navigate', 'will-redirect', 'will-frame-navigate'])(
  '12, 13: %s is stopped in every page',
  (event) => {
    const contents = new StandInContents();
    electron.appEvents.emit('web-contents-created', {}, contents);
    expect(contents.attempt(event)).toBe(true);
  },
);

test('14: no page opens a window, but ours the empty one of its viewer, which has no bridge', () => {
  const contents = new StandInContents();
  electron.appEvents.emit('web-contents-created', {}, contents);
  const viewer = { url: 'about:blank', frameName: 'viewer' };
  expect(contents.windowOpenHandler?.(viewer)).toEqual({ action: 'deny' });
  const [page] = electron.windows;
  for (const change of [{ url: 'https://example.com/' }, { url: 'app://dailies/' }, { frameName: '' }])
    expect(page?.windowOpenHandler?.({ ...viewer, ...change })).toEqual({ action: 'deny' });
  const allowed = page?.windowOpenHandler?.(viewer);
  expect(allowed).toMatchObject({ action: 'allow', overrideBrowserWindowOptions: { autoHideMenuBar: true } });
  expect(allowed?.overrideBrowserWindowOptions?.webPreferences).toEqual({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
    spellcheck: false,
    backgroundThrottling: false,
  });
});

const foreignAddresses = [
  'file:///etc/passwd',
  'file://server/share/a.exe',
  'smb://server/share',
  'ftp://example.com/a',
  'javascript:alert(1)',
  'data:text/html,a',
  'vbscript:a',
  'blob:https://example.com/a',
  'about:blank',
  'ms-msdt:/id',
  'search-ms:query=a',
  'ms-settings:',
  'steam://run/1',
  'mailto:a@example.com',
  'tel:1',
  'view-source:https://example.com/',
  'app://dailies/',
  'dailies-media://media/a',
  'HTTP://EXAMPLE.COM',
  'http://127.0.0.1.example.com/',
  'http://localhost.example.com/',
  'http://10.0.0.1/',
  'http://0.0.0.0/',
  'http://[::ffff:127.0.0.1]/',
  'http://localhost@example.com/',
  'ht\ttp://example.com/',
  '\\\\server\\a',
  'https://user@example.com/',
  'https://:word@example.com/',
  'https://user:word@example.com/',
  'http://user@127.0.0.1/',
  'https://example.com\u2044@example.org/',
  `https://example.com/${'a'.repeat(8_000)}`,
];

test('15: no address is handed to the system but https, and http of this computer, without a user', async () => {
  for (const text of foreignAddresses) {
    if (!URL.canParse(text)) continue;
    await expect(shell().openUrl(new URL(text)), text).rejects.toMatchObject({ code: 'invalid_input' });
  }
  const own = ['https://example.com/a?b#c', 'http://127.0.0.1:4100/authorize', 'http://[::1]:4100/'];
  for (const text of own) await shell().openUrl(new URL(text));
  const opened = electron.calls.filter((call) => call.startsWith('open '));
  expect(opened).toEqual(own.map((text) => `open ${text}`));
});

test('17: only the top frame of the app’s own window is answered, on every channel', async () => {
  expect([...electron.ipc.keys()].sort()).toEqual([channels.grantFile, channels.invoke].sort());
  const strangers: [Frame | null, number][] = [
    [{ url: 'app://dailies/', parent: {} }, 1],
    [{ url: 'app://dailies.evil/', parent: null }, 1],
    [{ url: 'about:blank', parent: null }, 1],
    [{ url: 'https://example.com/app://dailies', parent: null }, 1],
    [{ url: '', parent: null }, 1],
    [ourFrame, 2],
    [null, 1],
  ];
  for (const channel of electron.ipc.keys()) {
    for (const [frame, senderId] of strangers)
      expect(await sendToMain(electron, channel, '/a.txt', frame, senderId)).toMatchObject({ ok: false });
  }
  expect([plain.requests, plain.grantedPaths]).toEqual([[], []]);
  const call = { name: 'app.info', input: {} };
  expect(await sendToMain(electron, channels.invoke, call)).toEqual({ ok: true, value: call });
});

test('18: page and media have schemes of their own, with no more rights than they need', () => {
  const privileges = { standard: true, secure: true, supportFetchAPI: false, corsEnabled: false };
  expect(electron.schemes).toEqual([
    { scheme: 'app', privileges: { ...privileges, codeCache: true } },
    {
      scheme: 'dailies-media',
      privileges: { ...privileges, stream: true, supportFetchAPI: true, corsEnabled: true },
    },
  ]);
  expect([...electron.protocols.keys()]).toEqual(['app', 'dailies-media']);
});

test('18: no path leads out of the page’s folder or to a file the page was not built with', async () => {
  await mkdir(join(folder, 'page', 'assets'), { recursive: true });
  await writeFile(join(folder, 'page', 'index.html'), '');
  await writeFile(join(folder, 'secret.json'), '{}');
  const odd = ['.hidden.json', '-option.js', 'a b.js', 'a~1.js', 'a:stream.js', 'a%2Fb.js', 'ä.js'];
  for (const name of odd) await writeFile(join(folder, 'page', name), '');
  await writeFile(join(folder, 'page', 'assets', 'index.js'), '');
  await writeFile(join(folder, 'page', 'notes.txt'), '');
  await symlink(join(folder, 'secret.json'), join(folder, 'page', 'link.json'));
  electron = new ElectronStandIn();
  await startStandInHost({ electron, plain, folder: join(folder, 'page') });
  const statusOf = async (path: string): Promise<number> => (await answer(`app://dailies/${path}`)).status;
  expect([await statusOf('assets/index.js'), await statusOf('')]).toEqual([200, 200]);
  const hostile = [
    '%2e%2e/secret.json',
    '..%2fsecret.json',
    '%2e%2e%5csecret.json',
    '%252e%252e/secret.json',
  ];
  hostile.push(
    'index.html%00.js',
    '%00',
    '%',
    'C:/secret.json',
    '//server/secret.json',
    'notes.txt',
    'link.json',
  );
  for (const path of [...hostile, ...odd.map(encodeURIComponent)])
    expect([path, await statusOf(path)]).toEqual([path, 404]);
  expect((await answer('app://other/')).status).toBe(404);
});

test('18: nothing that is shown is taken for another type than it is', async () => {
  const movie = await answer('dailies-media://media/projects/p1/movie', { range: 'bytes=2-4' });
  expect([movie.status, await movie.text()]).toEqual([206, '234']);
  expect(movie.headers.get('x-content-type-options')).toBe('nosniff');
  expect(movie.headers.get('access-control-allow-origin')).toBe('app://dailies');
  expect((await answer('app://dailies/')).headers.get('x-content-type-options')).toBe('nosniff');
  expect((await answer('dailies-media://media/projects/p2/movie')).status).toBe(404);
});

test('19: Electron’s program is never asked to run a script, so a package can forbid it', async () => {
  for (const [name, text] of await builtFiles('main')) {
    const uses =
      /process\.execPath|process\.argv0|ELECTRON_RUN_AS_NODE\s*[=:]|utilityProcess|\bfork\b[^;]*from ["'](?:node:)?child_process|child_?process[\w$]*\.fork\(/i.exec(
        text,
      );
    expect([name, uses?.[0]]).toEqual([name, undefined]);
  }
});

test('20: the page gets three functions and nothing of Electron', async () => {
  const exposed: Record<string, Record<string, (...args: unknown[]) => unknown>> = {};
  const sent: unknown[][] = [];
  const listeners: ((event: unknown, message: unknown) => void)[] = [];
  const electron = {
    contextBridge: {
      exposeInMainWorld: (name: string, api: (typeof exposed)[string]) => void (exposed[name] = api),
    },
    ipcRenderer: {
      invoke: (...args: unknown[]) => {
        sent.push(args);
        return Promise.resolve({ ok: true, value: 1 });
      },
      on: (_channel: string, listener: (event: unknown, message: unknown) => void) =>
        listeners.push(listener),
      off: (_channel: string, listener: (event: unknown, message: unknown) => void) =>
        listeners.splice(listeners.indexOf(listener), 1),
    },
    webUtils: { getPathForFile: (file: { path?: string }) => file.path ?? '' },
  };
  const require = createRequire(import.meta.url);
  runInNewContext(await readFile(join(root, 'out', 'preload', 'index.cjs'), 'utf8'), {
    require: (name: string): unknown => (name === 'electron' ? electron : require(name)),
    exports: {},
    module: { exports: {} },
  });
  expect(Object.keys(exposed)).toEqual(['bridge']);
  const bridge = exposed['bridge'] ?? {};
  expect(Object.keys(bridge).sort()).toEqual(['grantFile', 'invoke', 'subscribe']);
  await bridge['invoke']?.({ name: 'app.info', input: {} });
  await bridge['grantFile']?.({ path: '/films/a.mov' });
  expect(sent).toEqual([
    [channels.invoke, { name: 'app.info', input: {} }],
    [channels.grantFile, '/films/a.mov'],
  ]);
  const heard: unknown[] = [];
  const stop = bridge['subscribe']?.((...args: unknown[]) => heard.push(args)) as () => void;
  listeners[0]?.({ sender: 'secret' }, { name: 'activity.changed' });
  stop();
  expect(heard).toEqual([[{ name: 'activity.changed' }]]);
  expect(listeners).toEqual([]);
});
