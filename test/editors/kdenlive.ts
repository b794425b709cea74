import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { requireProgram } from './programs.ts';

const run = promisify(execFile);

/** Running Kdenlive, controlled by its actions over D-Bus. */
export class Kdenlive {
  readonly #service: string;

  private constructor(service: string) {
    this.#service = service;
  }

  static async find(): Promise<Kdenlive> {
    const { stdout } = await run(requireProgram('qdbus6'), []);
    const [service, ...more] = stdout.match(/org\.kde\.kdenlive-\d+/g) ?? [];
    if (service === undefined || more.length > 0) throw new Error('There is not one Kdenlive that runs.');
    return new Kdenlive(service);
  }

  /** @throws Error if Kdenlive does not have the action, or if the action waits for an answer of the user. */
  async act(...actions: readonly string[]): Promise<void> {
    for (const action of actions) {
      const words = ['/kdenlive/MainWindow_1', 'org.kde.KMainWindow.activateAction', action];
      const { stdout } = await run(requireProgram('qdbus6'), [this.#service, ...words]);
      if (stdout.trim() !== 'true') throw new Error(`Kdenlive has no action ${action}.`);
    }
  }

  /** Moves the playhead to the guide at the start of a scene, plus some seconds. */
  async goTo(scene: number, seconds = 0): Promise<void> {
    const way = seconds < 0 ? 'backward' : 'forward';
    await this.act(
      'seek_start',
      ...Array.from({ length: scene - 1 }, () => 'monitor_seek_guide_forward'),
      ...Array.from({ length: Math.abs(seconds) }, () => `monitor_seek_${way}-one-second`),
    );
  }
}
