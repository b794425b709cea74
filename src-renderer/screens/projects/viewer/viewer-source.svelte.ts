import type { ProjectDetail } from '../../../../src-shared/contract/project.ts';
import { type FrameRate, secondsOfFrames } from '../../../../src-timeline/model/rational-time.ts';
import { type CutPlayerScene, cutScenes, playableCut } from '../../../components/player/cut/cut-scenes.ts';
import type { PlayableCut } from '../../../components/player/cut/playable-cut.ts';
import type { PlayerScene } from '../../../components/player/player-scene.ts';
import type { Cuts } from '../../../state/cuts/cuts.svelte.ts';
import type { MovieTimelines } from '../../../state/projects/movie-timelines.svelte.ts';
import type { Preferences } from '../../../state/settings/preferences.svelte.ts';

export interface ViewerSourceDeps {
  readonly project: () => ProjectDetail;
  readonly cuts: Cuts;
  readonly movieTimelines: MovieTimelines;
  readonly preferences: Preferences;
  readonly mediaUrl: (mediaPath: string) => string;
}

/** What the viewer shows of a project: your cut or a movie, with the scenes of either. */
export class ViewerSource {
  readonly #deps: ViewerSourceDeps;
  #latestPath: string | null = null;
  /** The user chose the movie of this project, even if there is none yet. */
  #isMovieChosen = $state(false);

  /** Movie shown before the present one arrived, while the project stays open. */
  previousPath = $state<string | null>(null);
  showsPrevious = $state(false);

  readonly moviePath = $derived.by(() => {
    const { movie } = this.#deps.project();
    return movie.state === 'ready' ? movie.mediaPath : null;
  });
  readonly #view = $derived.by(() => {
    const { view } = this.#deps.cuts;
    return view?.projectId === this.#deps.project().projectId ? view : null;
  });
  readonly cutScenes: readonly CutPlayerScene[] = $derived.by(() =>
    this.#view ? cutScenes(this.#view, this.#deps.mediaUrl) : [],
  );
  /** `none` while the cut is read for the first time. */
  readonly kind: 'cut' | 'movie' | 'none' = $derived.by(() => {
    const wantsMovie = this.#deps.preferences.fields.viewerSource === 'movie';
    if (wantsMovie && (this.moviePath !== null || this.#isMovieChosen)) return 'movie';
    if (this.#view) return 'cut';
    return this.#deps.cuts.error === null ? 'none' : 'movie';
  });
  readonly cut: PlayableCut | null = $derived.by(() =>
    this.kind === 'cut' && this.#view ? playableCut(this.#view, this.#deps.mediaUrl) : null,
  );
  readonly shownPath = $derived.by(() => {
    if (this.kind !== 'movie') return null;
    return this.showsPrevious && this.previousPath !== null ? this.previousPath : this.moviePath;
  });
  /** Cut of the shown movie; null if it is not known. */
  readonly #movieTimeline = $derived.by(() =>
    this.shownPath === null ? this.#deps.project() : this.#deps.movieTimelines.of(this.shownPath),
  );
  /** Scenes of what is shown. */
  readonly scenes: readonly PlayerScene[] = $derived.by(() => {
    if (this.kind === 'cut') return this.cutScenes;
    return this.#movieTimeline ? this.#movieScenes(this.#movieTimeline) : [];
  });
  /** Length of what is shown; null if only the movie tells it. */
  readonly durationFrames = $derived(lengthOf(this.scenes));
  readonly frameRate: FrameRate = $derived.by(
    () => this.cut?.timeline.frameRate ?? (this.#movieTimeline ?? this.#deps.project()).frameRate,
  );
  readonly isDropFrame = $derived.by(
    () => this.cut?.timeline.isDropFrame ?? (this.#movieTimeline ?? this.#deps.project()).isDropFrame,
  );
  /** True if the frames of what is shown are those of your cut. */
  readonly isYourCut = $derived.by(() => {
    if (this.kind === 'cut') return true;
    const isPresent = this.#movieTimeline?.updatedAt === this.#deps.project().updatedAt;
    return isPresent && this.#view !== null && this.#view.edits.length === 0;
  });
  /** Movie whose sound is that of the shown; null without one. */
  readonly soundPath = $derived.by(() => {
    if (this.kind === 'movie') return this.shownPath;
    const isSame = this.moviePath !== null && this.#view?.edits.length === 0;
    return isSame && !this.#deps.project().movie.isOutdated ? this.moviePath : null;
  });

  constructor(deps: ViewerSourceDeps) {
    this.#deps = deps;
  }

  choose(viewerSource: 'cut' | 'movie'): void {
    this.#isMovieChosen = viewerSource === 'movie';
    this.#deps.preferences.change({ viewerSource });
  }

  /** Call when another movie is the newest: the one before can be compared with it. */
  noteMovie(moviePath: string | null): void {
    if (moviePath === null || moviePath === this.#latestPath) return;
    if (this.#latestPath !== null) this.previousPath = this.#latestPath;
    this.#latestPath = moviePath;
    this.showsPrevious = false;
  }

  #movieScenes({ scenes, frameRate }: Pick<ProjectDetail, 'scenes' | 'frameRate'>): PlayerScene[] {
    return (scenes ?? []).map(({ clipStartSeconds, ...scene }) => ({
      ...scene,
      thumbnailKind: clipStartSeconds === null ? ('image' as const) : ('video' as const),
      thumbnailUrl:
        scene.thumbnailPath === null
          ? null
          : this.#deps.mediaUrl(scene.thumbnailPath) + fragmentOf(frameRate, clipStartSeconds),
    }));
  }
}

/** Returns the length in frames; null if unknown. */
export function lengthOf(scenes: readonly PlayerScene[]): number | null {
  const last = scenes[scenes.length - 1];
  return last ? last.startFrame + last.durationFrames : null;
}

/** Points to the middle of the scene's first frame, so that rounding cannot show another. */
function fragmentOf(rate: FrameRate, clipStartSeconds: number | null): string {
  return clipStartSeconds === null ? '' : `#t=${(clipStartSeconds + secondsOfFrames(0.5, rate)).toFixed(4)}`;
}
