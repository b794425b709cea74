import { SvelteMap } from 'svelte/reactivity';
import type { ProjectDetail } from '../../src-shared/contract/project.ts';

/** The cut that a movie shows, which may be an older one than its project has now. */
type MovieTimeline = Pick<ProjectDetail, 'updatedAt' | 'scenes' | 'frameRate' | 'isDropFrame'>;

/** Far more than are looked at while a newer movie is rendered. */
const maxKnown = 50;

/** Which cut each movie shows. The service does not tell: it is the one the project had when the movie was the newest. */
export class MovieTimelines {
  /** By the paths of the movies. */
  readonly #known = new SvelteMap<string, MovieTimeline>();

  /** Null where the project may have changed since the movie was made. */
  of(moviePath: string): MovieTimeline | null {
    return this.#known.get(moviePath) ?? null;
  }

  note({ movie, updatedAt, scenes, frameRate, isDropFrame }: ProjectDetail): void {
    const { mediaPath, newerProgress } = movie;
    if (mediaPath === null || scenes === null) return;
    const known = this.#known.get(mediaPath);
    const isOfMovie = known ? known.updatedAt === updatedAt : newerProgress === null;
    if (!isOfMovie) return;
    this.#known.set(mediaPath, { updatedAt, scenes, frameRate, isDropFrame });
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxKnown && oldest !== undefined) this.#known.delete(oldest);
  }

  forget(): void {
    this.#known.clear();
  }
}
