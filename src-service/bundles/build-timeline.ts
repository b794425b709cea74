import { framesPerSecond, type ProjectContent, samplesPerSecond } from '@dailies/media/project';
import type { MediaReference, Timeline, TimelineMarker } from '../../src-timeline/model/timeline.ts';
import { contentFrames, logoTrack, musicTrack } from './project-tracks.ts';
import {
  backgroundTrack,
  clipSoundTrack,
  pictureTrack,
  presenterTrack,
  type SizeOf,
  speechTrack,
} from './scene-tracks.ts';
import {
  type ExtensionOf,
  listMedia,
  type NamedContent,
  type NamedScene,
  nameMedia,
  type TimelineMedia,
} from './timeline-media.ts';

/** Returns the location of a media file to write into the documents. */
type Locate = (media: TimelineMedia) => string;

export interface TimelineOptions {
  readonly extensionOf: ExtensionOf;
  readonly locate: Locate;
  /** Texts of the scenes in Latin letters, for media names. */
  readonly latinTexts: readonly string[];
  /** Sizes of stills, presenters and the logo. Where unknown, the picture fills the frame. */
  readonly sizeOf?: SizeOf;
  /** File ids of the backdrops under scene pictures, by scene id. */
  readonly backdrops?: ReadonlyMap<string, string>;
  /** Length of the music in whole frames; if unknown, the length of the project. */
  readonly musicFrames?: number | null;
}

/** Options shared by all media references of a project. */
interface ReferenceContext {
  readonly content: ProjectContent;
  readonly locate: Locate;
  readonly sizeOf: SizeOf;
  readonly musicFrames: number;
}

function reference(
  media: TimelineMedia,
  facts: Pick<MediaReference, 'kind' | 'durationFrames' | 'size' | 'audioChannels'>,
  { locate }: ReferenceContext,
): MediaReference {
  return {
    mediaId: media.mediaId,
    fileName: media.mediaName,
    location: locate(media),
    ...facts,
    startFrame: 0,
  };
}

function sceneReferences(named: NamedScene, context: ReferenceContext): MediaReference[] {
  const { scene, picture, backdrop, speech, presenter } = named;
  const { durationFrames } = scene;
  const size = { width: context.content.width, height: context.content.height };
  const pictureFacts =
    scene.picture.kind === 'clip'
      ? ({
          kind: 'video',
          durationFrames: scene.picture.durationFrames,
          audioChannels: scene.picture.isAudible ? 2 : null,
        } as const)
      : ({ kind: 'still', durationFrames: null, audioChannels: null } as const);
  const speechFacts = { kind: 'audio', durationFrames, size: null, audioChannels: 1 } as const;
  const pictureSize = pictureFacts.kind === 'still' ? (context.sizeOf(picture) ?? size) : size;
  const references = [reference(picture, { ...pictureFacts, size: pictureSize }, context)];
  const backdropFacts = { kind: 'still', durationFrames: null, size, audioChannels: null } as const;
  if (backdrop) references.push(reference(backdrop, backdropFacts, context));
  if (speech) references.push(reference(speech, speechFacts, context));
  if (!presenter) return references;
  const seen = context.sizeOf(presenter) ?? size;
  const presenterFacts = { kind: 'video', durationFrames, size: seen, audioChannels: null } as const;
  return [...references, { ...reference(presenter, presenterFacts, context), isTransparent: true }];
}

function projectReferences({ music, logo }: NamedContent, context: ReferenceContext): MediaReference[] {
  const { content, musicFrames } = context;
  const musicFacts = { kind: 'audio', durationFrames: musicFrames, size: null, audioChannels: 2 } as const;
  const musicReferences = music ? [reference(music, musicFacts, context)] : [];
  if (!logo) return musicReferences;
  const size = context.sizeOf(logo) ?? { width: content.width, height: content.height };
  const logoFacts = { kind: 'still', durationFrames: null, size, audioChannels: null } as const;
  return [...musicReferences, { ...reference(logo, logoFacts, context), isTransparent: true }];
}

/** Returns a marker at the start of each scene: its title or number is the name, its text the note. */
function sceneMarkers({ scenes }: ProjectContent): TimelineMarker[] {
  let frame = 0;
  return scenes.map(({ title, text, durationFrames }, index) => {
    const marker = { frame, name: title ?? `Scene ${String(index + 1)}`, note: text };
    frame += durationFrames;
    return marker;
  });
}

/**
 * Builds the timeline of a project: one clip per scene linked with its speech, with moves and transitions. The narrator
 * and the logo are on tracks above, the music below, and captions have their own track.
 */
export function buildTimeline(
  title: string,
  content: ProjectContent,
  options: TimelineOptions,
): { readonly timeline: Timeline; readonly media: readonly TimelineMedia[] } {
  const { locate, latinTexts, sizeOf = () => null } = options;
  const named = nameMedia(content, options.extensionOf, latinTexts, options.backdrops ?? new Map());
  const musicFrames = Math.max(1, options.musicFrames ?? contentFrames(content));
  const context: ReferenceContext = { content, locate, sizeOf, musicFrames };
  const { languageCode, captions, width, height } = content;
  const tracks = [
    backgroundTrack(named.scenes, content),
    pictureTrack(named.scenes, content, sizeOf),
    presenterTrack(named.scenes, content, sizeOf),
    logoTrack(content, named.logo, sizeOf),
    speechTrack(named.scenes),
    clipSoundTrack(named.scenes),
    musicTrack(content, named.music, musicFrames),
  ].filter((track) => track !== null);
  const ofScenes = named.scenes.flatMap((scene) => sceneReferences(scene, context));
  const timeline: Timeline = {
    name: title,
    frameRate: { numerator: framesPerSecond, denominator: 1 },
    width,
    height,
    tracks,
    startFrame: 0,
    isDropFrame: false,
    audioRate: samplesPerSecond,
    media: [...ofScenes, ...projectReferences(named, context)],
    captionTracks: [{ languageCode, captions }],
    markers: sceneMarkers(content),
  };
  return { timeline, media: listMedia(named) };
}
