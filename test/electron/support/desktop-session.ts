import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { isRoot, plainUser } from '../../../.ci/test-electron/test-electron.ts';

const asPlainUser = isRoot ? plainUser : {};

/** Makes the user who runs Electron the owner of a file or folder. */
export function giveAway(path: string): void {
  if (isRoot) spawnSync('chown', ['-R', `${String(plainUser.uid)}:${String(plainUser.gid)}`, path]);
}

const isHere = (program: string): boolean => spawnSync('which', [program]).status === 0;

export const hasNotifications = isHere('dunst') && isHere('dunstctl');
export const hasKeyring = isHere('gnome-keyring-daemon');

type Environment = Record<string, string>;

/** Session of a user: a display, a bus, and on it an open keyring and a notification daemon if they are installed. */
export class DesktopSession {
  readonly folder = mkdtempSync(join(tmpdir(), 'dailies-session-'));
  /** Environment of the programs in the session. */
  environment: Environment = {};
  readonly #programs: ChildProcess[] = [];

  async start(): Promise<void> {
    mkdirSync(join(this.folder, 'run'), { mode: 0o700 });
    const bus = join(this.folder, 'bus.conf');
    writeFileSync(
      bus,
      `<busconfig><type>session</type><listen>unix:path=${this.folder}/bus</listen>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>`,
    );
    giveAway(this.folder);
    const { PATH = '', LANG = 'C.UTF-8' } = process.env;
    const user = {
      PATH,
      LANG,
      HOME: this.folder,
      XDG_RUNTIME_DIR: join(this.folder, 'run'),
      NO_AT_BRIDGE: '1',
    };
    this.environment = user;
    const display = await this.#run('Xvfb', [
      '-displayfd',
      '3',
      '-screen',
      '0',
      '1600x1000x24',
      '-nolisten',
      'tcp',
    ]);
    this.environment = { ...user, DISPLAY: `:${display}` };
    const address = await this.#run('dbus-daemon', [`--config-file=${bus}`, '--nofork', '--print-address=3']);
    this.environment = { ...this.environment, DBUS_SESSION_BUS_ADDRESS: address };
    if (hasKeyring) {
      const keyring = this.#spawn('gnome-keyring-daemon', [
        '--foreground',
        '--components=secrets',
        '--unlock',
      ]);
      keyring.stdin?.end('of the test\n');
      await this.#untilOnBus('org.freedesktop.secrets');
    }
    if (hasNotifications) {
      this.#spawn('dunst', ['-conf', '/dev/null']);
      await this.#untilOnBus('org.freedesktop.Notifications');
    }
  }

  /** Returns the output of a program in the session, which must succeed. */
  ask(program: string, ...args: string[]): string {
    const { stdout } = spawnSync(program, args, { env: this.environment, encoding: 'utf8', ...asPlainUser });
    return stdout;
  }

  stop(): void {
    for (const program of this.#programs.toReversed()) program.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #spawn(program: string, args: readonly string[]): ChildProcess {
    const child = spawn(program, args, {
      env: this.environment,
      stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
      ...asPlainUser,
    });
    this.#programs.push(child);
    return child;
  }

  /** Starts a program and waits for the line that it prints when it is ready. */
  #run(program: string, args: readonly string[]): Promise<string> {
    const child = this.#spawn(program, args);
    return new Promise((resolve, reject) => {
      child.once('exit', (code) => {
        reject(new Error(`${program} ended with ${String(code)}.`));
      });
      createInterface({ input: child.stdio[3] as Readable }).once('line', resolve);
    });
  }

  async #untilOnBus(name: string): Promise<void> {
    const owner = [
      '--session',
      '--print-reply',
      '--dest=org.freedesktop.DBus',
      '/',
      'org.freedesktop.DBus.NameHasOwner',
    ];
    while (!this.ask('dbus-send', ...owner, `string:${name}`).includes('true'))
      await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
