import type { ExportRepository } from '../../store/records/export-repository.ts';
import type { JobRepository } from '../../store/records/job-repository.ts';
import type { RunRepository } from '../../store/records/run-repository.ts';
import type { MovieMakerDeps } from '../movie-maker.ts';

/** Dependencies of the stages of a run that makes a project. */
export interface BuildDeps extends MovieMakerDeps {
  readonly jobs: JobRepository;
  readonly runs: RunRepository;
  readonly exports: ExportRepository;
}
