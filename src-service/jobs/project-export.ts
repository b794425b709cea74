import { z } from 'zod';
import type { ExportRepository } from '../store/records/export-repository.ts';
import { defineJobKind, type JobKind } from './job-kind.ts';
import { makeMovie, type MovieMakerDeps, movieOptionsSchema } from './movie-maker.ts';

export const projectExportKind = 'project-export';

const stateSchema = z.object({ projectId: z.string(), options: movieOptionsSchema });
export type ProjectExportState = z.output<typeof stateSchema>;

/** Creates the kind of job that renders a project's flattened movie (specification §4.3). */
export function createProjectExportKind(
  deps: MovieMakerDeps & { readonly exports: ExportRepository },
): JobKind {
  return defineJobKind({
    kind: projectExportKind,
    queue: 'long',
    stateSchema,
    stagesOf: () => [
      {
        name: 'movie',
        weight: 1,
        run: async (context) => {
          const { jobId, state } = context;
          const file = await makeMovie(deps, state.projectId, state.options, context);
          const record = () => {
            deps.files.insert(file);
            deps.exports.attachFile(jobId, file.fileId);
          };
          return { state, record };
        },
        isIntact: () => false,
      },
    ],
  });
}
