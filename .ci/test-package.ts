import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { buildForTests, connectTo, packageForTests, zipElectron } from './test-electron/packaged-app.ts';
import { electronForTests, isRoot, testElectronFolder } from './test-electron/test-electron.ts';

/**
 * `npm run test:package`: makes the `.deb` with the Electron for tests and installs it in a fresh Debian. There it
 * starts the app by its menu entry as a normal user, makes a project and sends it, and makes another one by a command
 * and reads it as an agent. It installs a newer version over it, finds the project again, and uninstalls. Needs root,
 * `debootstrap` and a Debian mirror. Ends with its measurements.
 */
const needed = ['debootstrap', 'unshare', 'setpriv', 'dpkg-deb', 'Xvfb'];
/** A user that this computer does not have: all its processes are killed at the end. */
const user = 54_321;
const port = 9377;
const minuteMs = 60_000;
const maxDebMegabytes = 230;
const maxInstalledMegabytes = 690;

const electron = electronForTests();
const absent = needed.filter((program) => spawnSync('which', [program]).status !== 0);
const reason =
  process.platform !== 'linux' || !isRoot
    ? 'only root can make a root folder of its own, on Linux'
    : absent.length > 0
      ? `${absent.join(', ')} is missing`
      : electron === null || electron.isPinned
        ? 'the Electron for tests is not here; npm run setup fetches it'
        : null;
if (electron === null || reason !== null) {
  console.log(`Not run: ${reason ?? ''}.`);
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), 'dailies-package-'));
const root = join(folder, 'root');
const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string =>
  execFileSync(program, [...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 28,
  });
const inRoot = (...words: string[]): string => run('chroot', [root, ...words]);
const step = async <Result>(name: string, work: () => Result | Promise<Result>): Promise<Result> => {
  const startMs = performance.now();
  const result = await work();
  console.log(`${((performance.now() - startMs) / 1000).toFixed(0).padStart(5)} s  ${name}`);
  return result;
};

async function makePackage(): Promise<string> {
  const given = ['--built', buildForTests(folder), '--out', join(folder, 'packages')];
  return packageForTests([...given, '--formats', 'deb', '--electron-zip', await zipElectron(folder)]);
}

/** Repacks the same files under a higher version number. */
function makeNextVersion(deb: string): string {
  const next = join(folder, 'next.deb');
  const unpacked = join(folder, 'next');
  run('dpkg-deb', ['-R', deb, unpacked]);
  run('sed', ['-i', 's/^Version: .*/Version: 99.0.0/', join(unpacked, 'DEBIAN', 'control')]);
  run('dpkg-deb', ['-Zgzip', '-z1', '-b', unpacked, next]);
  rmSync(unpacked, { recursive: true });
  return next;
}

function install(deb: string): void {
  run('cp', [deb, join(root, 'root', 'dailies.deb')]);
  run('mount', ['-t', 'proc', 'proc', join(root, 'proc')]);
  try {
    inRoot('apt-get', 'install', '-y', '-qq', '--no-install-recommends', '/root/dailies.deb');
  } finally {
    run('umount', [join(root, 'proc')]);
  }
}

/** Makes the folder the only root, in a mount namespace of its own: a mere chroot does not allow a sandbox. */
const enter = `set -e
mount --make-rprivate /
mount --bind ${root} ${root}
mkdir -p ${root}/oldroot ${root}${testElectronFolder}
mount -t proc proc ${root}/proc; mount --rbind /dev ${root}/dev; mount --rbind /sys ${root}/sys
mount --bind ${testElectronFolder} ${root}${testElectronFolder}
mount -t tmpfs tmp ${root}/tmp
cd ${root}; pivot_root . oldroot; cd /; umount -l /oldroot
exec setpriv --reuid=${String(user)} --regid=${String(user)} --clear-groups bash /root-of-test.sh`;

const asUser = `cd /home/editor; export HOME=/home/editor XDG_RUNTIME_DIR=/tmp/run; mkdir -m 700 $XDG_RUNTIME_DIR
exec 3> >(read display; echo $display > /tmp/display)
Xvfb -displayfd 3 -screen 0 1440x900x24 -nolisten tcp & until [ -s /tmp/display ]; do sleep 0.1; done
export DISPLAY=:$(cat /tmp/display)
entry=$(sed -n 's/^Exec=\\(.*\\) %U/\\1/p' /usr/share/applications/dailies.desktop | head -1)
exec dbus-run-session -- $entry --remote-debugging-port=${String(port)}`;

/** Makes a project without a display, then speaks as an agent: a line of JSON each way. */
const asAgent = `set -e; cd /home/editor; export HOME=/home/editor
. /usr/share/bash-completion/completions/dailies; complete -p dailies > /dev/null
dailies --help > help.txt
dailies generate script 'The tide turns.' --json > made.json
coproc agent { dailies mcp; }
ask() { echo '{"jsonrpc":"2.0",'"$1"'}' >&"\${agent[1]}"; }
ask '"id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}'
read -r hello <&"\${agent[0]}"
ask '"method":"notifications/initialized"'
ask '"id":2,"method":"tools/call","params":{"name":"projects","arguments":{"action":"list"}}'
read -r projects <&"\${agent[0]}"
printf '%s\\n' "$hello" "$projects" > agent.jsonl`;

/** Runs commands as the user of the new root. @throws Error if what they wrote is not what was asked. */
function useCommands(): void {
  writeFileSync(join(root, 'root-of-test.sh'), asAgent);
  run('unshare', ['-m', 'bash', '-c', enter]);
  const written = (name: string): string => readFileSync(join(root, 'home/editor', name), 'utf8');
  const { generations } = JSON.parse(written('made.json')) as { generations: { projectId: string }[] };
  const [hello = '', projects = ''] = written('agent.jsonl').split('\n');
  const isRight =
    written('help.txt').includes('dailies COMMAND') &&
    hello.includes('"name":"dailies"') &&
    projects.includes(generations[0]?.projectId ?? 'no project');
  if (!isRight) throw new Error(`The commands answered ${hello}\n${projects}`);
}

/** Starts the installed app, runs `look` on its window, and quits the app as a user session would. */
async function withApp(look: (page: Page) => Promise<void>): Promise<void> {
  writeFileSync(join(root, 'root-of-test.sh'), asUser);
  const child = spawn('unshare', ['-m', 'bash', '-c', enter], { stdio: 'ignore', detached: true });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    const browser = await connectTo(port);
    const page = browser.contexts()[0]?.pages()[0];
    if (!page) throw new Error('The installed app has no window.');
    page.setDefaultTimeout(3 * minuteMs);
    await look(page);
    await browser.close();
  } finally {
    spawnSync('pkill', ['-u', String(user), '-x', 'dailies']);
    await ended;
    spawnSync('pkill', ['-u', String(user)]);
  }
}

async function makeAndSend(page: Page): Promise<void> {
  await page
    .getByRole('textbox', { name: 'Script' })
    .fill('The river at dawn.\n\nMist lifts from the water.');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Open project' }).first().click();
  await page.locator('canvas').first().waitFor();
  await page.getByRole('button', { name: /^Send to editor/ }).click();
  await page.getByText('The river at dawn_v001', { exact: true }).waitFor();
}

/** Lists files of the app outside the user's folder. */
const traces = (): string =>
  run('find', ['etc', 'opt', 'usr', 'var'].map((name) => join(root, name)).concat('-iname', '*dailies*'))
    .split('\n')
    .filter((path) => path !== '' && !path.includes(testElectronFolder))
    .join('\n');

try {
  const deb = await step('the .deb is made', makePackage);
  const suite = run('sh', ['-c', '. /etc/os-release; echo $VERSION_CODENAME']).trim();
  await step(`a fresh Debian (${suite})`, () =>
    run('debootstrap', ['--variant=minbase', '--include=ca-certificates,dbus,xvfb', suite, root]),
  );
  inRoot('useradd', '--create-home', '--uid', String(user), 'editor');
  await step('installed with what it needs', () => {
    install(deb);
  });
  await step('started by its menu entry; a project made and sent', () => withApp(makeAndSend));
  await step('a project made by a command, and read by an agent', useCommands);
  await step('a next version is installed over it', () => {
    install(makeNextVersion(deb));
  });
  await step('the project is there after the update', () =>
    withApp(async (page) => {
      await page.keyboard.press('Control+2');
      await page.getByText('The river at dawn').first().waitFor();
    }),
  );
  inRoot('dpkg', '--purge', 'dailies');
  const left = traces();
  if (left !== '') throw new Error(`Left behind after it was uninstalled:\n${left}`);
  const version = join(root, 'home/editor/Videos/Dailies/The river at dawn/The river at dawn_v001');
  if (!readdirSync(version).includes('media')) throw new Error('The delivery did not survive.');
  const installed = Number(run('dpkg-deb', ['--field', deb, 'Installed-Size'])) * 1024;
  const [sent, kept] = [statSync(deb).size, installed].map((bytes) => Math.ceil(bytes / 1e6));
  console.log(
    `Uninstalled without a trace, and the delivery is kept. The .deb is ${String(sent)} MB, installed ${String(kept)} MB.`,
  );
  if (Number(sent) > maxDebMegabytes || Number(kept) > maxInstalledMegabytes)
    throw new Error(
      `More than ${String(maxDebMegabytes)} MB, or ${String(maxInstalledMegabytes)} MB installed.`,
    );
} finally {
  mkdirSync(join(root, 'proc'), { recursive: true });
  rmSync(folder, { recursive: true, force: true });
}
