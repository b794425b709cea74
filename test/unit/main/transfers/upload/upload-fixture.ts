import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { RateBudget } from '../../../../../src-main/api/budget/rate-budget.ts';
import { Files } from '../../../../../src-main/api/files.ts';
import { Availability } from '../../../../../src-main/api/http/availability.ts';
import { HttpClient } from '../../../../../src-main/api/http/http-client.ts';
import { createSystemClock } from '../../../../../src-main/hosts/node/system-clock.ts';
import { FileGrants } from '../../../../../src-main/intake/file-grants.ts';
import { MaterialService } from '../../../../../src-main/intake/material-service.ts';
import type { Clock } from '../../../../../src-main/platform.ts';
import {
  FileGrantRepository,
  MaterialRepository,
} from '../../../../../src-main/state/material-repository.ts';
import { SettingsRepository } from '../../../../../src-main/state/settings-repository.ts';
import type { StateStore } from '../../../../../src-main/state/state-store.ts';
import { TransferRepository } from '../../../../../src-main/state/transfer-repository.ts';
import { TransferEngine } from '../../../../../src-main/transfers/engine/transfer-engine.ts';
import { Blockers } from '../../../../../src-main/transfers/queue/blockers.ts';
import { TransferLogs } from '../../../../../src-main/transfers/queue/transfer-logs.ts';
import { TransferQueue } from '../../../../../src-main/transfers/queue/transfer-queue.ts';
import { MaterialUploader } from '../../../../../src-main/transfers/upload/material-uploader.ts';
import { UploadRunner } from '../../../../../src-main/transfers/upload/upload-runner.ts';
import { Uploads } from '../../../../../src-main/transfers/upload/uploads.ts';
import { Uploader } from '../../../../../src-main/transfers/uploader.ts';
import type { Transfer } from '../../../../../src-shared/contract/transfer.ts';
import { addressOf, KeptLog, makeFolder, openStore } from '../../../../fakes/main-fixture.ts';
import { rootedSystem } from '../../../../fakes/rooted-system.ts';
import { createHastyClock } from '../../../../fakes/turned-clock.ts';
import { UploadService } from './upload-service.ts';

export interface UploadParts {
  readonly service: UploadService;
  readonly state: StateStore;
  readonly userData: string;
  readonly clock: Clock;
  /** Address of the proxy to the service, if there is one in between. */
  readonly url: string;
  /** Deadline of one API request. */
  readonly deadlineMs: number;
}

/**
 * Creates uploads from real parts with a service over HTTP. `parts` of an earlier one simulate a restart of the app.
 */
export async function createUploads(parts: Partial<UploadParts> = {}) {
  const clock = parts.clock ?? createHastyClock();
  const log = new KeptLog();
  const service = parts.service ?? (await UploadService.start());
  const state = parts.state ?? (await openStore(clock));
  const userData = parts.userData ?? (await makeFolder('uploads'));
  const address = addressOf(parts.url ?? service.url);
  const { deadlineMs } = parts;
  const budget = new RateBudget({ clock });
  const availability = new Availability({ clock, log });
  const http = new HttpClient({ address, budget, availability, clock, log, deadlineMs });
  availability.start((signal) => http.probe(signal));
  const files = new Files({ http });
  const transfers = new TransferRepository({ state, log });
  const blockers = new Blockers({
    clock,
    isAttended: true,
    availabilityOf: () => availability,
    requireFolder: () => Promise.resolve(),
  });
  const queue = new TransferQueue({
    state,
    repository: transfers,
    settings: new SettingsRepository({ state }),
    blockers,
    logs: new TransferLogs({ folder: join(userData, 'logs'), clock, log }),
    power: { keepAwake: () => () => undefined, onResume: () => () => undefined },
    clock,
    log,
  });
  queue.setLimits({ parallelTransfers: 3, bandwidthLimitBytesPerSecond: null });
  const repository = new MaterialRepository({ state, log });
  const grants = new FileGrants({
    repository: new FileGrantRepository({ state, log }),
    materials: repository,
    transfers,
    paths: { userData, movies: null },
    clock,
    log,
  });
  const connectionId = 'local';
  // With a fast clock, a busy machine would count as a stalled connection.
  const byteClock = createSystemClock();
  const engine = new TransferEngine({ clock: byteClock, log });
  const languages: string[] = [];
  const base = { connectionId, files, transfers, queue, grants, clock, log, languages };
  const runner = new UploadRunner({
    ...base,
    engine,
    uploader: new Uploader({ engine, address, clock: byteClock }),
  });
  const uploads = new Uploads({ ...base, runner });
  const materials = new MaterialService({
    grants,
    repository,
    clock,
    log,
    languages,
    system: await rootedSystem({}),
  });
  const uploader = new MaterialUploader({ ...base, runner, materials, repository });
  const dispose = async (): Promise<void> => {
    await uploads.dispose();
    await queue.dispose();
    await engine.dispose();
    await availability.dispose();
  };
  onTestFinished(dispose);
  const heard: Transfer[] = [];
  queue.onChange((transferId) => {
    heard.push(queue.shown(queue.get(transferId)));
  });
  return {
    service,
    state,
    userData,
    queue,
    transfers,
    grants,
    uploads,
    materials,
    uploader,
    log,
    dispose,
    heard,
    /** Adds a file and waits until its upload has ended. */
    send: async (path: string): Promise<Transfer> => {
      const { transferId } = await uploads.add(await grants.grantPath(path));
      await uploads.settled(transferId);
      return queue.shown(queue.get(transferId));
    },
  };
}
