import { onTestFinished } from 'vitest';
import { RateBudget } from '../../../src-main/api/budget/rate-budget.ts';
import { Availability } from '../../../src-main/api/http/availability.ts';
import { HttpClient } from '../../../src-main/api/http/http-client.ts';
import type { AddressSource } from '../../../src-main/api/http/service-address.ts';
import { Projects } from '../../../src-main/api/projects.ts';
import { Workflows } from '../../../src-main/api/workflows.ts';
import { ExpectedEnds } from '../../../src-main/jobs/kinds/generations/expected-ends.ts';
import { GenerationCalls } from '../../../src-main/jobs/kinds/generations/generation-calls.ts';
import { generationKind, givenTitleOf } from '../../../src-main/jobs/kinds/generations/generation-ledger.ts';
import { Generations } from '../../../src-main/jobs/kinds/generations/generations.ts';
import { ServiceJobCalls } from '../../../src-main/jobs/kinds/service-jobs/service-job-calls.ts';
import { serviceJobKind } from '../../../src-main/jobs/kinds/service-jobs/service-job-ledger.ts';
import { ServiceJobs } from '../../../src-main/jobs/kinds/service-jobs/service-jobs.ts';
import { JobEvents } from '../../../src-main/jobs/run/job-events.ts';
import { JobLedger } from '../../../src-main/jobs/run/job-ledger.ts';
import { JobRunner } from '../../../src-main/jobs/run/job-runner.ts';
import { WriteBatcher } from '../../../src-main/jobs/run/write-batcher.ts';
import { createJobReaders } from '../../../src-main/jobs/schedule/job-readers.ts';
import { JobSchedule } from '../../../src-main/jobs/schedule/job-schedule.ts';
import { JobStarter } from '../../../src-main/jobs/start/job-starter.ts';
import type { Clock } from '../../../src-main/platform.ts';
import type { ActivityKey } from '../../../src-main/state/activity-repository.ts';
import { GenerationRepository } from '../../../src-main/state/generation-repository.ts';
import type { MaterialRecord } from '../../../src-main/state/material-repository.ts';
import { ServiceJobRepository } from '../../../src-main/state/service-job-repository.ts';
import type { StateStore } from '../../../src-main/state/state-store.ts';
import type { MaterialUploader } from '../../../src-main/transfers/upload/material-uploader.ts';
import { AppError } from '../../../src-shared/app-error.ts';
import type { Generation } from '../../../src-shared/contract/generation.ts';
import { addressOf, KeptLog, openStore } from '../main-fixture.ts';
import { createHastyClock } from '../turned-clock.ts';

export interface JobsOptions {
  readonly state?: StateStore;
  readonly clock?: Clock;
  readonly address?: AddressSource;
  readonly connectionId?: string;
  /** Deadline of one request. */
  readonly deadlineMs?: number;
}

/** Creates the jobs of one connection from real parts, for a service at an address. */
export async function startJobs(url: string, options: JobsOptions = {}) {
  const { clock = createHastyClock(), address = addressOf(url), connectionId = 'local' } = options;
  const state = options.state ?? (await openStore(clock));
  const log = new KeptLog();
  const base = { clock, log, state, address, connectionId };
  const availability = new Availability(base);
  const budget = new RateBudget(base);
  const http = new HttpClient({ ...base, budget, availability, deadlineMs: options.deadlineMs });
  const nouns = {
    http,
    workflows: new Workflows({ http }),
    projects: new Projects({ http, titleOf: (projectId) => givenTitleOf(ledger, projectId) }),
  };
  const power = { onResume: () => () => undefined };
  const schedule = new JobSchedule({
    ...base,
    readers: createJobReaders(nouns),
    budget,
    availability,
    power,
    isLocal: false,
  });
  const generationRepository = new GenerationRepository(base);
  const jobRepository = new ServiceJobRepository(base);
  const activity: ActivityKey[] = [];
  const changes: Generation[][] = [];
  const events: JobEvents = new JobEvents({
    clock,
    log,
    publish: (keys) => {
      activity.push(...keys);
      const changed = ledger.getMany(keys.map(({ id }) => id));
      if (changed.length > 0) changes.push(changed.map(generationKind.shown));
    },
  });
  const records = { ...base, events, endWrites: new WriteBatcher(base) };
  const ledger = new JobLedger({ ...records, repository: generationRepository }, generationKind);
  const jobLedger = new JobLedger({ ...records, repository: jobRepository }, serviceJobKind);
  /** Tests of sending material replace this. */
  const uploader: Pick<MaterialUploader, 'upload'> = {
    upload: (materialIds) => Promise.resolve(materialIds.map((id) => `file of ${id}`)),
  };
  const finished: string[] = [];
  const parts = { ...base, ...nouns, http, availability, schedule };
  const materials = {
    get: knownMaterial,
    getMany: (materialIds: readonly string[]) => materialIds.map(knownMaterial),
  };
  const calls = new GenerationCalls({
    ...parts,
    ledger,
    expectedEnds: new ExpectedEnds({ repository: generationRepository, materials }),
    uploader: { upload: (...args) => uploader.upload(...args) },
  });
  const ofGenerations = { ...parts, ledger, calls };
  const generations = new Generations({
    ...ofGenerations,
    runner: new JobRunner({ ...ofGenerations, starter: new JobStarter(ofGenerations) }),
    materials,
    onFinished: ({ generationId }) => finished.push(generationId),
  });
  const ofJobs = { ...parts, ledger: jobLedger, calls: new ServiceJobCalls({ ...parts, ledger: jobLedger }) };
  const jobs = new ServiceJobs({
    ...ofJobs,
    runner: new JobRunner({ ...ofJobs, starter: new JobStarter(ofJobs) }),
    onFinished: ({ jobId }) => finished.push(jobId),
  });
  schedule.start();
  availability.start((signal) => http.probe(signal));
  let isOpen = true;
  const dispose = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await Promise.all([generations.dispose(), jobs.dispose()]);
    await Promise.all([schedule.dispose(), availability.dispose()]);
    events.dispose();
  };
  onTestFinished(dispose);
  return {
    ...parts,
    generations,
    jobs,
    ledger,
    jobLedger,
    jobRepository,
    generationRepository,
    uploader,
    events,
    changes,
    activity,
    finished,
    dispose,
  };
}

function knownMaterial(materialId: string): MaterialRecord {
  if (!materialId.startsWith('own')) throw new AppError('not_found', `There is no material ${materialId}.`);
  const kinds = { wav: 'audio', pdf: 'slides' } as const;
  const kind = Object.entries(kinds).find(([ending]) => materialId.endsWith(ending))?.[1] ?? 'image';
  return { materialId, displayName: materialId, kind } as MaterialRecord;
}
