import type { CutView, Take } from '../../../../../src-shared/contract/cut.ts';
import type { Scene } from '../../../../../src-timeline/changes/scene.ts';
import type { MediaReference } from '../../../../../src-timeline/model/timeline.ts';

/** A take as its row shows it. */
export interface ShownTake {
  /** Null for the picture or voice that the project has. */
  readonly takeId: string | null;
  readonly kind: Take['kind'];
  readonly state: Take['state'];
  readonly name: string;
  /** Null while it cannot be shown. */
  readonly media: MediaReference | null;
  readonly sourceStartFrame: number;
  readonly spokenText: string | null;
  readonly mediaPath: string | null;
  readonly url: string | null;
  readonly thumbnailKind: 'image' | 'video';
  readonly isShown: boolean;
  /** Code of its failure. */
  readonly error: string | null;
}

interface TakesOf {
  readonly view: CutView;
  readonly mediaUrl: (mediaPath: string) => string;
  readonly describe: (error: NonNullable<Take['error']>) => string;
}

/** Returns the takes of a scene that a tool is making or could not make, the oldest first. */
export function pendingTakes(view: CutView | null, sceneId: string, kind: Take['kind']): readonly Take[] {
  const own = view?.takes.filter((take) => take.sceneId === sceneId && take.kind === kind) ?? [];
  return own.filter(isPending).toReversed();
}

function isPending({ state }: Take): boolean {
  return state === 'running' || state === 'failed';
}

/** Returns the takes of a scene that are there or missing, the project's own first, then the oldest. */
export function shownTakes(
  scene: Scene,
  kind: Take['kind'],
  { view, mediaUrl, describe }: TakesOf,
): readonly ShownTake[] {
  const present = kind === 'picture' ? scene.pictures[0] : scene.voice?.clip;
  const own = ownTake(scene, kind, { view, mediaUrl }, present?.mediaId);
  const takes = view.takes
    .filter((take) => take.sceneId === scene.sceneId && take.kind === kind && !isPending(take))
    .toReversed()
    .map((take) => ({
      ...take,
      sourceStartFrame: 0,
      url: take.mediaPath === null ? null : mediaUrl(take.mediaPath),
      thumbnailKind: take.media?.kind === 'video' ? ('video' as const) : ('image' as const),
      isShown: take.media !== null && take.media.mediaId === present?.mediaId,
      error: take.error === null ? null : describe(take.error),
    }));
  return own ? [own, ...takes] : takes;
}

function ownTake(
  { sceneId }: Scene,
  kind: Take['kind'],
  { view, mediaUrl }: Omit<TakesOf, 'describe'>,
  presentId: string | undefined,
): ShownTake | null {
  const own = view.originals.find((one) => one.sceneId === sceneId && one.kind === kind);
  const media = view.timeline.media.find(({ mediaId }) => mediaId === own?.mediaId);
  const isTake = view.takes.some((take) => take.media?.mediaId === media?.mediaId);
  if (!own || !media || isTake) return null;
  const path = view.media[media.mediaId]?.path ?? null;
  return {
    takeId: null,
    kind,
    state: path === null ? 'missing' : 'ready',
    name: media.fileName,
    media,
    sourceStartFrame: own.sourceStartFrame,
    spokenText: null,
    mediaPath: path,
    url: path === null ? null : mediaUrl(path),
    thumbnailKind: media.kind === 'video' ? 'video' : 'image',
    isShown: media.mediaId === presentId,
    error: null,
  };
}
