import type { ProjectContent, ProjectScene } from '@dailies/media/project';
import { safeMediaName } from '../../src-timeline/model/media-name.ts';

const maxTitleWords = 5;

/** A media file of a timeline, with its id and name in the documents. */
export interface TimelineMedia {
  readonly mediaId: string;
  /** Unique in the timeline, ASCII. */
  readonly mediaName: string;
  readonly fileId: string;
}

/** Returns the extension of a stored file, including the dot. */
export type ExtensionOf = (fileId: string) => string;

/** A scene with its media files. */
export interface NamedScene {
  readonly scene: ProjectScene;
  readonly picture: TimelineMedia;
  /** Backdrop under a picture that does not fill the frame; null if not needed. */
  readonly backdrop: TimelineMedia | null;
  /** Null in a silent scene. */
  readonly speech: TimelineMedia | null;
  /** Null if the narrator is not visible. */
  readonly presenter: TimelineMedia | null;
}

/** All media of a project under the names that editors show. */
export interface NamedContent {
  readonly scenes: readonly NamedScene[];
  readonly music: TimelineMedia | null;
  readonly logo: TimelineMedia | null;
}

/** Returns a name such as `03_harbour-lights`, or `03_scene` for a scene without words. */
function sceneTitle(latin: string, index: number): string {
  const words = latin.toLowerCase().match(/[a-z0-9]+/g) ?? ['scene'];
  const number = String(index + 1).padStart(2, '0');
  return `${number}_${words.slice(0, maxTitleWords).join('-')}`;
}

/**
 * Names the media of a project in scene order, then the music and the logo.
 * @param latinTexts texts of the scenes in Latin letters, by scene index.
 * @param backdrops file ids of the backdrops under scene pictures, by scene id.
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

/** Returns all media in one list. */
export function listMedia({ scenes, music, logo }: NamedContent): TimelineMedia[] {
  const ofScenes = scenes.flatMap(({ picture, backdrop, speech, presenter }) => [
    picture,
    backdrop,
    speech,
    presenter,
  ]);
  return [...ofScenes, music, logo].filter((media) => media !== null);
}
