import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RoundtripResult } from '../../src-main/hosts/headless/roundtrip-result.ts';
import type { FoundReturn } from '../../src-main/returns/watch/find-returns.ts';
import { fromErrorBody } from '../../src-shared/app-error.ts';
import type { AppContract } from '../../src-shared/contract/app-contract.ts';
import type { Delivery, DeliveryFormat, MediaDelivery } from '../../src-shared/contract/delivery.ts';
import type { Client } from '../../src-shared/ipc/client.ts';
import { type DeliveryInput, makeImages } from './delivery-inputs.ts';
import { apiKey, startApp, startService } from './service-app.ts';

const root = join(import.meta.dirname, '..', '..');
/** Project delivered by the headless command, with an app that can deliver it again. */
export interface DeliveredProject {
  readonly folder: string;
  readonly result: RoundtripResult;
  /** Delivers the same project in another form and waits for the folder. */
  deliver(format: DeliveryFormat, mediaDelivery: MediaDelivery): Promise<Delivery>;
  /** Returns the output of `returns` for the delivered version. */
  returns(): Promise<readonly FoundReturn[]>;
  dispose(): Promise<void>;
}

/** Runs the command with a separate service, as a user of a hosted service would. */
export async function deliverProject(input: DeliveryInput): Promise<DeliveredProject> {
  const folder = await mkdtemp(join(tmpdir(), 'dailies-roundtrip-'));
  const service = await startService(folder);
  const images = await makeImages(folder, input.imageCount);
  const result = await runCommand<RoundtripResult>([
    '--script',
    input.scriptPath,
    '--out',
    join(folder, 'out'),
    '--aspect',
    input.aspectRatio,
    ...images.flatMap((path) => ['--image', path]),
    '--base-url',
    service.baseUrl,
    '--api-key',
    apiKey,
    '--movie',
    '--json',
  ]);
  const running = await startApp(folder, service.baseUrl);
  return {
    folder,
    result,
    returns: async () => {
      const { returns } = await runCommand<{ returns: FoundReturn[] }>(['returns', result.folder, '--json']);
      return returns;
    },
    deliver: (format, mediaDelivery) => deliver(running.client, result.projectId, format, mediaDelivery),
    dispose: async () => {
      await running.app.dispose();
      await service.dispose();
      await rm(folder, { recursive: true });
    },
  };
}

/** Parses the last line of standard output, which holds the result with `--json`. */
async function runCommand<Result>(args: readonly string[]): Promise<Result> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['src-main/hosts/commands/dailies.ts', 'roundtrip', ...args],
    {
      cwd: root,
      maxBuffer: 16 * 1024 * 1024,
    },
  );
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Result;
}

async function deliver(
  client: Client<AppContract>,
  projectId: string,
  format: DeliveryFormat,
  mediaDelivery: MediaDelivery,
): Promise<Delivery> {
  const finished = Promise.withResolvers<Delivery>();
  const early: Delivery[] = [];
  let deliveryId: string | null = null;
  const look = (delivery: Delivery): void => {
    if (delivery.deliveryId !== deliveryId) return;
    if (delivery.state === 'done') finished.resolve(delivery);
    if (delivery.error) finished.reject(fromErrorBody(delivery.error));
  };
  const stop = client.on('activity.changed', ({ items }) => {
    const deliveries = items.flatMap(({ kind, record }) => (kind === 'delivery' ? [record] : []));
    early.push(...deliveries);
    deliveries.forEach(look);
  });
  const started = await client.call('delivery.start', { projectId, format, mediaDelivery });
  deliveryId = started.deliveryId;
  early.forEach(look);
  try {
    return await finished.promise;
  } finally {
    stop();
  }
}
