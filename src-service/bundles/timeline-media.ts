import type { ProjectContent, ProjectScene } from '@dailies/media/project';
import { safeMediaName } from '../../src-shared/timeline/media-name.ts';

const maxTitleWords = 5;

/** A media file of a timeline: what the documents call it, and which file it is. */
export interface TimelineMedia {
  readonly mediaId: string;
  /** Unique in the timeline, ASCII. */
  readonly mediaName: string;
  readonly fileId: string;
}

/** Extension of a stored file, with its point. */
export type ExtensionOf = (fileId: string) => string;

/** A scene with the media it is made of. */
export interface NamedScene {
  readonly scene: ProjectScene;
  readonly picture: TimelineMedia;
  /** Under a picture that does not fill the frame; null under others. */
  readonly backdrop: TimelineMedia | null;
  /** Null in a silent scene. */
  readonly speech: TimelineMedia | null;
  /** Null where the narrator is not seen. */
  readonly presenter: TimelineMedia | null;
}

/** All media of a project under the names editors will show. */
export interface NamedContent {
  readonly scenes: readonly NamedScene[];
  readonly music: TimelineMedia | null;
  readonly logo: TimelineMedia | null;
}

/** Such as `03_harbour-lights`; scenes without words are only numbered. */
function sceneTitle(latin: string, index: number): string {
  const words = latin.toLowerCase().match(/[a-z0-9]+/g) ?? ['scene'];
  const number = String(index + 1).padStart(2, '0');
  return `${number}_${words.slice(0, maxTitleWords).join('-')}`;
}

/**
 * Names the media of a project, in scene order; music and logo last.
 * @param latinTexts What the scenes say in Latin letters, by their place.
 * @param backdrops Files to lie under the pictures of scenes, by the scenes' ids.
 */
export function nameMedia(
  content: ProjectContent,
  extensionOf: ExtensionOf,
  latinTexts: readonly string[],
  backdrops: ReadonlyMap<string, string>,
): NamedContent {
  const taken = new Set<string>();
  const mediaOf = (title: string, mediaId: string, fileId: string): TimelineMedia => ({
    mediaId,
    mediaName: safeMediaName(title, extensionOf(fileId), taken),
    fileId,
  });
  const scenes = content.scenes.map((scene, index): NamedScene => {
    const title = sceneTitle(latinTexts[index] ?? '', index);
    const { sceneId, speechFileId, presenterFileId } = scene;
    const picture = mediaOf(title, `${sceneId}-picture`, scene.picture.fileId);
    const backdropId = backdrops.get(sceneId);
    const backdrop =
      backdropId === undefined ? null : mediaOf(`${title}_background`, `${sceneId}-background`, backdropId);
    const speech = speechFileId === null ? null : mediaOf(title, `${sceneId}-speech`, speechFileId);
    const presenter =
      presenterFileId === null
        ? null
        : mediaOf(`${title}_presenter`, `${sceneId}-presenter`, presenterFileId);
    return { scene, picture, backdrop, speech, presenter };
  });
  return {
    scenes,
    music: content.music && mediaOf('music', 'music', content.music.fileId),
    logo: content.logo && mediaOf('logo', 'logo', content.logo.fileId),
  };
}

/** All of them in one list, each once. */
export function listMedia({ scenes, music, logo }: NamedContent): TimelineMedia[] {
  const ofScenes = scenes.flatMap(({ picture, backdrop, speech, presenter }) => [
    picture,
    backdrop,
    speech,
    presenter,
  ]);
  return [...ofScenes, music, logo].filter((media) => media !== null);
}
