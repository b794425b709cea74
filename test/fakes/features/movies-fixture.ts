import { onTestFinished } from 'vitest';
import { ProjectMovies } from '../../../src-main/projects/project-movies.ts';
import type { startJobs } from './jobs-fixture.ts';

/** Creates the movies of a connection, with the ids of the projects to read again. Stopped after the test. */
export function openMovies(parts: Awaited<ReturnType<typeof startJobs>>) {
  const changed: string[] = [];
  const movies = new ProjectMovies({
    ...parts,
    onChange: (id) => changed.push(id),
  });
  onTestFinished(() => movies.dispose());
  return { movies, changed };
}
