import path from 'node:path';
import { safeMediaName } from '../../src-shared/timeline/media-name.ts';
import type { Clip, MediaReference, Timeline } from '../../src-shared/timeline/timeline.ts';
import { framesPerSecond, samplesPerSecond } from '../engine/project-content.ts';
import type { ProjectContent, ProjectScene } from '../engine/project-content.ts';

const mostTitleWords = 5;

/** A media file of a timeline: what the documents call it, and which file it is. */
export interface TimelineMedia {
  readonly mediaId: string;
  /** Unique in the timeline, ASCII. */
  readonly mediaName: string;
  readonly fileId: string;
}

/** Where the documents shall find a media file. */
export type Locate = (media: TimelineMedia) => string;

/** Extension of a stored file, with its point. */
export type ExtensionOf = (fileId: string) => string;

interface NamedScene {
  readonly scene: ProjectScene;
  readonly picture: TimelineMedia;
  readonly speech: TimelineMedia;
}

/** Such as `03_harbour-lights`; scenes in scripts without Latin letters are only numbered. */
function sceneTitle(scene: ProjectScene, index: number): string {
  const words = scene.text.normalize('NFKD').match(/[A-Za-z0-9]+/g) ?? ['scene'];
  const number = String(index + 1).padStart(2, '0');
  return `${number}_${words.slice(0, mostTitleWords).join('-').toLowerCase()}`;
}

/** The media of a project under the names editors will show, in scene order. */
function nameScenes(content: ProjectContent, extensionOf: ExtensionOf): NamedScene[] {
  const taken = new Set<string>();
  return content.scenes.map((scene, index) => {
    const title = sceneTitle(scene, index);
    const nameOf = (fileId: string) => safeMediaName(title, extensionOf(fileId), taken);
    const { fileId } = scene.picture;
    return {
      scene,
      picture: { mediaId: `${scene.sceneId}-picture`, mediaName: nameOf(fileId), fileId },
      speech: {
        mediaId: `${scene.sceneId}-speech`,
        mediaName: nameOf(scene.speechFileId),
        fileId: scene.speechFileId,
      },
    };
  });
}

function mediaReferences(content: ProjectContent, named: NamedScene, locate: Locate): MediaReference[] {
  const { scene, picture, speech } = named;
  const isClip = scene.picture.kind === 'clip';
  return [
    {
      mediaId: picture.mediaId,
      fileName: picture.mediaName,
      location: locate(picture),
      kind: isClip ? 'video' : 'still',
      durationFrames: scene.picture.kind === 'clip' ? scene.picture.durationFrames : null,
      startFrame: 0,
      size: { width: content.width, height: content.height },
      audioChannels: null,
    },
    {
      mediaId: speech.mediaId,
      fileName: speech.mediaName,
      location: locate(speech),
      kind: 'audio',
      durationFrames: scene.durationFrames,
      startFrame: 0,
      size: null,
      audioChannels: 1,
    },
  ];
}

/** The whole of its medium for as long as the scene lasts. Editors relink by the name with its extension. */
function sceneClip({ scene }: NamedScene, media: TimelineMedia): Clip {
  return {
    kind: 'clip',
    name: media.mediaName,
    mediaId: media.mediaId,
    sourceStartFrame: 0,
    durationFrames: scene.durationFrames,
    linkId: scene.sceneId,
    note: scene.text,
  };
}

/** A project as editors see it: a clip per scene over its speech, linked, and the captions as a track of their own. */
export function buildTimeline(
  title: string,
  content: ProjectContent,
  options: { readonly extensionOf: ExtensionOf; readonly locate: Locate },
): { readonly timeline: Timeline; readonly media: readonly TimelineMedia[] } {
  const scenes = nameScenes(content, options.extensionOf);
  const { languageCode, captions } = content;
  const timeline: Timeline = {
    name: title,
    frameRate: { numerator: framesPerSecond, denominator: 1 },
    width: content.width,
    height: content.height,
    startFrame: 0,
    isDropFrame: false,
    audioRate: samplesPerSecond,
    media: scenes.flatMap((scene) => mediaReferences(content, scene, options.locate)),
    tracks: [
      {
        kind: 'video',
        name: 'Pictures',
        role: 'video',
        items: scenes.map((scene) => sceneClip(scene, scene.picture)),
      },
      {
        kind: 'audio',
        name: 'Speech',
        role: 'dialogue',
        items: scenes.map((scene) => sceneClip(scene, scene.speech)),
      },
    ],
    captionTracks: [{ languageCode, captions }],
  };
  return { timeline, media: scenes.flatMap(({ picture, speech }) => [picture, speech]) };
}

/** Extension of a file by its name in the store. */
export function extensionOfName(fileName: string): string {
  return path.extname(fileName);
}
