import type { ProjectDetail, ProjectScene } from '../../../src-shared/contract/project.ts';
import type { Clip, MediaReference, Timeline } from '../../../src-timeline/model/timeline.ts';

/** Returns the cut of a made-up project: a still and a voice in each scene, with its captions. */
export function timelineOfProject({
  title,
  aspectRatio,
  frameRate,
  scenes,
  isDropFrame,
}: ProjectDetail): Timeline {
  const all = scenes ?? [];
  return {
    name: title,
    frameRate,
    ...aspectRatio,
    startFrame: 0,
    isDropFrame,
    audioRate: 48_000,
    media: all.flatMap((scene) => [stillOf(scene, aspectRatio), voiceOf(scene)]),
    tracks: [
      { kind: 'video', name: 'Pictures', role: 'video', items: all.map((scene) => clipOf(scene, 'still')) },
      {
        kind: 'audio',
        name: 'Narration',
        role: 'dialogue',
        items: all.map((scene) => clipOf(scene, 'voice')),
      },
    ],
    captionTracks: [
      {
        languageCode: 'en',
        captions: all.flatMap(({ lines }) =>
          lines.map(({ text, startFrame, durationFrames }) => ({
            startFrame,
            durationFrames,
            lines: [text],
          })),
        ),
      },
    ],
  };
}

function stillOf({ index, mediaName }: ProjectScene, size: ProjectDetail['aspectRatio']): MediaReference {
  const fileName = mediaName ?? `scene-${String(index + 1)}.png`;
  return {
    mediaId: `still-${String(index)}`,
    fileName,
    location: `https://media.example/${fileName}`,
    kind: 'still',
    durationFrames: null,
    startFrame: 0,
    size,
    audioChannels: null,
  };
}

function voiceOf({ index, durationFrames }: ProjectScene): MediaReference {
  const fileName = `voice-${String(index + 1)}.wav`;
  return {
    mediaId: `voice-${String(index)}`,
    fileName,
    location: `https://media.example/${fileName}`,
    kind: 'audio',
    durationFrames,
    startFrame: 0,
    size: null,
    audioChannels: 1,
  };
}

function clipOf({ index, durationFrames, text }: ProjectScene, kind: 'still' | 'voice'): Clip {
  return {
    kind: 'clip',
    name: `${kind}-${String(index)}`,
    mediaId: `${kind}-${String(index)}`,
    sourceStartFrame: 0,
    durationFrames,
    linkId: `scene-${String(index)}`,
    note: text,
  };
}
