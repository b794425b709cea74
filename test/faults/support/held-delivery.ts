import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ServiceStandIn } from '../../fakes/services/service-stand-in.ts';
import { until } from '../../fakes/turned-clock.ts';
import type { AppReport } from '../scenarios/app-order.ts';
import { canaryKey, CrashSite } from './crash-site.ts';

/** Smaller files pass without a hold. */
const heldFromBytes = 50_000;

/** Delivery whose bundle stays half sent until the test releases it. */
export class HeldDelivery {
  readonly service: ServiceStandIn;
  readonly site: CrashSite;
  readonly #held = Promise.withResolvers<null>();
  #isHolding = true;

  private constructor(service: ServiceStandIn, site: CrashSite) {
    this.service = service;
    this.site = site;
    service.intercept = ({ url }, response) => {
      if (!this.#isHolding || !url.startsWith('/storage/')) return false;
      const end = response.end.bind(response);
      const hold = (content: Buffer): void => {
        if (content.length < heldFromBytes) end(content);
        else response.write(content.subarray(0, content.length / 2), () => this.#held.resolve(null));
      };
      Object.assign(response, { end: hold });
      return false;
    };
  }

  static async prepare(): Promise<HeldDelivery> {
    const service = await ServiceStandIn.start();
    service.apiKey = canaryKey;
    const projectId = service.addProject();
    const site = await CrashSite.prepare({ serviceUrl: service.url, goal: { kind: 'delivery', projectId } });
    return new HeldDelivery(service, site);
  }

  /** Resolves when half of the bundle has been sent. */
  async half(): Promise<void> {
    await this.#held.promise;
  }

  /** Cuts the half-sent bundle, and sends everything from now on. */
  letGo(): void {
    this.#isHolding = false;
    this.service.server.closeConnections();
  }

  /** Resolves when the log of the delivery or its transfer reports that it waits for the blocker. */
  async waitsFor(blocker: 'folder' | 'space'): Promise<void> {
    await until(() => this.hasWaitedFor(blocker));
  }

  hasWaitedFor(blocker: 'folder' | 'space'): boolean {
    return this.#readLogs().includes(`"waitingFor":"${blocker}"`);
  }

  /** Time of the app's last log line by its own clock, in Unix milliseconds. */
  lastLoggedMs(): number {
    const lines = this.#readLogs().trimEnd().split('\n');
    return Date.parse((JSON.parse(lines.at(-1) ?? '') as { time: string }).time);
  }

  /** Expects that the delivery was made once and completely, without leftovers. */
  expectDone({ rows }: AppReport, what: string): void {
    const deliveries = rows.filter(({ remote }) => remote?.includes('/Harbour lights_v'));
    expect(deliveries, what).toMatchObject([{ state: 'done', error: null }]);
    expect(this.site.delivered().has('Harbour lights/Harbour lights_v001/media/scene-01.wav'), what).toBe(
      true,
    );
    this.site.checkAtEnd(what);
  }

  #readLogs(): string {
    const folder = join(this.site.userData, 'logs', 'transfers');
    return readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('');
  }
}
