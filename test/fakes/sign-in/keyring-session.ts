import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** True if the tests can start their own keyring here. */
export const hasKeyring =
  process.platform === 'linux' &&
  ['dbus-run-session', 'gnome-keyring-daemon'].every(
    (program) => spawnSync('which', [program], { stdio: 'ignore' }).status === 0,
  );

/**
 * `open`: unlocked. `locked`: its prompt fails at once, as if the user dismissed it. `prompting`: locked, with a prompt
 * that nobody ever answers. `absent`: a bus without a keyring.
 */
export type KeyringState = 'open' | 'locked' | 'prompting' | 'absent';

type Environment = Record<string, string | undefined>;

/** Home of a user with a real keyring, separate from the developer's. Removed at the end of the test. */
export class KeyringHome {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async make(): Promise<KeyringHome> {
    const folder = await mkdtemp(join(tmpdir(), 'dailies-keyring-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    await mkdir(join(folder, 'run'), { mode: 0o700 });
    await mkdir(join(folder, 'services'));
    return new KeyringHome(folder);
  }

  /** Environment of this user's programs, without a bus. */
  get environment(): Environment {
    const { folder } = this;
    return {
      ...process.env,
      HOME: folder,
      XDG_DATA_HOME: join(folder, 'data'),
      XDG_RUNTIME_DIR: join(folder, 'run'),
      DISPLAY: undefined,
      WAYLAND_DISPLAY: undefined,
      DBUS_SESSION_BUS_ADDRESS: undefined,
    };
  }

  /** Starts a bus with a keyring in the given state; it runs until the end of the test or `stop`. */
  async start(state: KeyringState): Promise<{ environment: Environment; stop: () => Promise<void> }> {
    const config = await this.#writeConfig(state);
    const daemon = 'gnome-keyring-daemon --components=secrets';
    const starts: Record<KeyringState, string> = {
      open: `printf 'of the test\\n' | ${daemon} --unlock`,
      locked: `${daemon} --start`,
      prompting: `${daemon} --start`,
      absent: 'true',
    };
    // The bus and the keyring end together with the standard input of the shell.
    const script = `${starts[state]} >/dev/null 2>&1; echo "$DBUS_SESSION_BUS_ADDRESS"; exec cat >/dev/null`;
    const child = spawn('dbus-run-session', [`--config-file=${config}`, '--', 'sh', '-c', script], {
      env: this.environment,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    const stop = async (): Promise<void> => {
      child.stdin.end();
      await exited;
    };
    onTestFinished(stop);
    const address = await new Promise<string>((resolve) => {
      createInterface({ input: child.stdout }).once('line', resolve);
    });
    return { environment: { ...this.environment, DBUS_SESSION_BUS_ADDRESS: address }, stop };
  }

  async #writeConfig(state: KeyringState): Promise<string> {
    const services = join(this.folder, 'services');
    const prompter = join(services, 'org.gnome.keyring.SystemPrompter.service');
    await rm(prompter, { force: true });
    if (state === 'prompting') {
      await writeFile(
        prompter,
        '[D-BUS Service]\nName=org.gnome.keyring.SystemPrompter\nExec=/bin/sleep 60\n',
      );
    }
    const path = join(this.folder, 'bus.conf');
    await writeFile(
      path,
      `<busconfig><type>session</type><listen>unix:tmpdir=${this.folder}</listen>
<servicedir>${services}</servicedir><policy context="default"><allow send_destination="*" eavesdrop="true"/>
<allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`,
    );
    return path;
  }
}

/** Test program that reads commands, one line of JSON each, and answers each with one line. */
export class CommandProgram {
  readonly #child: ChildProcess;
  readonly #answers: ((line: string) => void)[] = [];
  readonly #exited: Promise<unknown>;
  #errors = '';

  constructor(program: URL, args: readonly string[], environment: Environment) {
    this.#child = spawn(process.execPath, [fileURLToPath(program), ...args], {
      env: environment,
      stdio: 'pipe',
    });
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.#errors += chunk.toString()));
    this.#exited = new Promise((resolve) => this.#child.once('exit', resolve));
    if (this.#child.stdout) {
      createInterface({ input: this.#child.stdout }).on('line', (line) => this.#answers.shift()?.(line));
    }
    void this.#exited.then(() => {
      for (const answer of this.#answers) answer(JSON.stringify({ error: `ended: ${this.#errors}` }));
    });
    onTestFinished(() => this.kill());
  }

  /** Sends a command and resolves with its answer. */
  tell(command: Record<string, unknown>): Promise<Record<string, unknown>> {
    const answer = this.hear();
    this.#child.stdin?.write(`${JSON.stringify(command)}\n`);
    return answer;
  }

  /** Resolves with the next line for which no other call waits. */
  hear(): Promise<Record<string, unknown>> {
    return new Promise((resolve) => {
      this.#answers.push((line) => resolve(JSON.parse(line)));
    });
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }
}
