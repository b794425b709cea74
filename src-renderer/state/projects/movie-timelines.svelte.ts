import { SvelteMap } from 'svelte/reactivity';
import type { ProjectDetail } from '../../../src-shared/contract/project.ts';

/** The cut that a movie shows, which may be older than its project's present cut. */
type MovieTimeline = Pick<ProjectDetail, 'updatedAt' | 'scenes' | 'frameRate' | 'isDropFrame'>;

/** Far more movies than the user watches while a newer one is rendered. */
const maxKnown = 50;

/** Maps each movie to its cut, which the service does not report: the project's cut while the movie was the newest. */
export class MovieTimelines {
  /** Cuts by path of the movie. */
  readonly #known = new SvelteMap<string, MovieTimeline>();

  /** Returns the cut of a movie; null if the project may have changed since the movie was made. */
  of(moviePath: string): MovieTimeline | null {
    return this.#known.get(moviePath) ?? null;
  }

  note({ movie, updatedAt, scenes, frameRate, isDropFrame }: ProjectDetail): void {
    const { mediaPath, isOutdated } = movie;
    if (mediaPath === null || scenes === null) return;
    const known = this.#known.get(mediaPath);
    const isOfMovie = known ? known.updatedAt === updatedAt : !isOutdated;
    if (!isOfMovie) return;
    this.#known.set(mediaPath, { updatedAt, scenes, frameRate, isDropFrame });
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxKnown && oldest !== undefined) this.#known.delete(oldest);
  }

  forget(): void {
    this.#known.clear();
  }
}
