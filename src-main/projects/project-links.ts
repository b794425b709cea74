import type { ProjectCuts, SignedLink } from './project-cuts.ts';
import type { ProjectMovies } from './project-movies.ts';

export interface ProjectLinksDeps {
  readonly movies: ProjectMovies;
  readonly cuts: ProjectCuts;
}

/** Parts of a media path after the id. */
export interface AskedPart {
  readonly part: string;
  readonly index: string | undefined;
  /** Time of the project's last change, or another state. */
  readonly state: string | undefined;
}

/** Signed links to the movies and pictures of projects. */
export class ProjectLinks {
  readonly #deps: ProjectLinksDeps;

  constructor(deps: ProjectLinksDeps) {
    this.#deps = deps;
  }

  /** Returns the link to a part of a project; null if nothing has this path. */
  async linkOf(
    projectId: string,
    { part, index, state }: AskedPart,
    signal: AbortSignal,
  ): Promise<SignedLink | null> {
    const { cuts } = this.#deps;
    if (part === 'movie') return this.#movieLink(projectId, 'downloadUrl', signal, index);
    if (part === 'thumbnail') {
      const poster = await this.#movieLink(projectId, 'thumbnailUrl', signal);
      if (poster?.url) return poster;
      const pictures = cuts.scenesOf(projectId).flatMap(({ picture }) => picture ?? []);
      const first = pictures.find(({ kind }) => kind === 'still') ?? pictures[0];
      return first ? cuts.linkOf(projectId, first.mediaId, signal) : null;
    }
    // The pictures of an older cut are not kept, and the present cut has others.
    const isPresent = state === undefined || state === String(cuts.known(projectId)?.updatedAt);
    return part === 'scenes' && isPresent && /^\d{1,5}$/.test(index ?? '')
      ? this.#sceneLink(projectId, Number(index), signal)
      : null;
  }

  async #movieLink(
    projectId: string,
    field: 'downloadUrl' | 'thumbnailUrl',
    signal: AbortSignal,
    exportId?: string,
  ): Promise<SignedLink | null> {
    const { movies } = this.#deps;
    const movie = await (exportId
      ? movies.byId(projectId, exportId, signal)
      : movies.latest(projectId, signal));
    if (!movie) return null;
    return { url: movie[field], renew: async () => (await movies.renewed(movie, signal))[field] };
  }

  #sceneLink(projectId: string, index: number, signal: AbortSignal): SignedLink | null {
    const { cuts } = this.#deps;
    const picture = cuts.scenesOf(projectId)[index]?.picture;
    return picture ? cuts.linkOf(projectId, picture.mediaId, signal) : null;
  }
}
