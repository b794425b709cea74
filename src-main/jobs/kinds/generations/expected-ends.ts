import type { StartGeneration } from '../../../../src-shared/contract/start-generation.ts';
import type { MaterialService } from '../../../intake/material-service.ts';
import type { GenerationRecord, GenerationRepository } from '../../../state/generation-repository.ts';

export interface ExpectedEndsDeps {
  readonly repository: Pick<GenerationRepository, 'listSucceeded'>;
  readonly materials: Pick<MaterialService, 'getMany'>;
}

/** Number of newest earlier runs that the estimate chooses from. */
const maxMeasured = 30;

/** Largest ratio in size between two runs that can be compared. */
const maxSizeRatio = 3;
/** Number of runs compared, the nearest in size. */
const comparedCount = 5;

/** Estimates the ends of runs from earlier runs. */
export class ExpectedEnds {
  readonly #deps: ExpectedEndsDeps;

  constructor(deps: ExpectedEndsDeps) {
    this.#deps = deps;
  }

  /** Estimates in seconds, from runs of the same workflow on the same connection; undefined without any. */
  of({ request, connectionId }: Pick<GenerationRecord, 'request' | 'connectionId'>): number | undefined {
    const { repository, materials } = this.#deps;
    const earlier = repository.listSucceeded(connectionId, request.workflow, maxMeasured);
    const sizeOf = (materialId: string): number | null =>
      materials.getMany([materialId])[0]?.sizeBytes ?? null;
    return expectedSeconds(request, earlier, sizeOf) ?? undefined;
  }
}

interface MeasuredRun {
  readonly size: number;
  readonly seconds: number;
}

/**
 * Returns a run's expected duration at the service in seconds: the median of earlier runs of the same workflow and
 * about the same size, scaled to its size; null where there are none.
 * @param sizeOf bytes of a material; null where it is gone.
 */
function expectedSeconds(
  request: StartGeneration,
  earlier: readonly GenerationRecord[],
  sizeOf: (materialId: string) => number | null,
): number | null {
  const size = sizeOfRequest(request, sizeOf);
  const ratioOf = (run: MeasuredRun): number => Math.max(run.size / size, size / run.size);
  const scaled = earlier
    // The request of a run that the assistant started is not known.
    .filter((record) => record.request.workflow === request.workflow)
    .map((record): MeasuredRun => ({
      size: sizeOfRequest(record.request, sizeOf),
      seconds: durationOf(record),
    }))
    .filter((run) => run.seconds > 0 && ratioOf(run) <= maxSizeRatio)
    .toSorted((a, b) => ratioOf(a) - ratioOf(b))
    .slice(0, comparedCount)
    .map((run) => (run.seconds * size) / run.size)
    .toSorted((a, b) => a - b);
  return scaled[Math.floor(scaled.length / 2)] ?? null;
}

/** Returns the time that the service worked on a run, in seconds; 0 if unknown. */
function durationOf({ submittedAtMs, begunAt, finishedAt }: GenerationRecord): number {
  const from = begunAt ?? (submittedAtMs === null ? null : submittedAtMs / 1000);
  return from === null || finishedAt === null ? 0 : finishedAt - from;
}

/** Size of a request in letters, bytes, cards or seconds, at least 1. A run's duration grows with it. */
function sizeOfRequest(request: StartGeneration, sizeOf: (materialId: string) => number | null): number {
  return Math.max(1, rawSizeOf(request, sizeOf));
}

function rawSizeOf(request: StartGeneration, sizeOf: (materialId: string) => number | null): number {
  switch (request.workflow) {
    case 'script':
      return request.script.length;
    case 'outline':
      return request.outlineMarkdown.length;
    case 'voiceover':
    case 'slideshow':
      return sizeOf(request.materialId) ?? 0;
    case 'storyboard':
      return request.scenes.length;
    case 'clip':
      return request.durationSeconds ?? 10;
  }
}
