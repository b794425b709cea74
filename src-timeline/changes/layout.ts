import type { Arrangement, Node } from '../merge/arrangement.ts';
import { pictureOf } from '../merge/beside-pictures.ts';
import { layOut, type PictureMap, placePictures, withLength } from '../merge/lay-out.ts';
import { mergeItems } from '../merge/merge-items.ts';
import { MergeLog } from '../merge/merge-log.ts';
import { mergeMedia } from '../merge/merge-media.ts';
import { asItIs, linksOfTheirs, type Merge, type MergedNode } from '../merge/merged-node.ts';
import { arrangeCaptions } from '../model/arrange-captions.ts';
import { withoutImpossibleTransitions } from '../model/check-timeline.ts';
import { withoutLoneLinks } from '../model/placement.ts';
import type { Caption, Timeline } from '../model/timeline.ts';
import type { ArrangedCut, SceneCut } from './scene-cut.ts';

/** Place of a caption or marker, relative to the picture that it belongs to. */
export interface Mark {
  /** Null before the first picture. */
  readonly anchor: string | null;
  readonly offset: number;
  /** 0 for a marker. */
  readonly durationFrames: number;
}

/** Clips of a cut, with the place of each among the pictures. */
export interface Layout {
  /** Pictures in order, each with its scene. */
  readonly order: readonly { readonly id: string; readonly sceneId: string }[];
  readonly nodes: readonly MergedNode[];
  /** Where a caption or marker goes, or its copies; nowhere where it is left out. Unmoved if absent. */
  readonly placesOf?: (mark: Mark) => readonly Mark[];
}

/** A cut as it is, ready to be laid out anew. */
export interface Laying extends Layout {
  readonly arranged: ArrangedCut;
  readonly merge: Merge;
}

export function layingOf(arranged: ArrangedCut): Laying {
  const { arrangement, cut, scenes } = arranged;
  const three = { base: arrangement, ours: arrangement, theirs: arrangement };
  const merge: Merge = {
    ...three,
    media: mergeMedia({ base: cut, ours: cut, theirs: cut }, {}),
    log: new MergeLog(new Map()),
    lacking: { captions: false, markers: false },
    removals: { kept: new Set(), along: new Set() },
    links: linksOfTheirs(three),
  };
  const order = scenes.flatMap(({ sceneId, pictures }) => pictures.map(({ id }) => ({ id, sceneId })));
  const nodes = [...arrangement.byId.values()].map((node) =>
    withOwner(asItIs(node, 'ours', merge), arranged),
  );
  return { arranged, merge, order, nodes };
}

/** Anchors a clip beside the pictures to the picture that it belongs to, even if it starts before that. */
function withOwner(node: MergedNode, arranged: ArrangedCut): MergedNode {
  const owner = ownerOf(node, arranged);
  if (owner === null || owner === node.id) return node;
  const picture = arranged.arrangement.byId.get(owner)?.event.startFrame ?? 0;
  return { ...node, anchor: owner, offset: node.part.event.startFrame - picture, ending: 'free' };
}

/** True for music, and for a logo or the like that lasts as long as the film. */
function isUnderAll({ part, ending }: MergedNode, { cut }: ArrangedCut): boolean {
  return ending === 'atEnd' || (ending === 'byEnd' && cut.tracks[part.event.trackIndex]?.role === 'music');
}

/** Returns the picture that a clip belongs to: its own for a picture, null for what lies under several. */
export function ownerOf(node: MergedNode, arranged: ArrangedCut): string | null {
  const { byId, primaryIndex } = arranged.arrangement;
  const delivered = byId.get(node.id);
  if (!delivered || isUnderAll(node, arranged)) return null;
  return delivered.event.trackIndex === primaryIndex ? node.id : pictureOf(delivered, arranged.arrangement);
}

/** Lays out a cut: pictures one after another, everything else with the picture that it belongs to. */
export function laidOut({ arranged, merge }: Laying, layout: Layout): SceneCut {
  const { cut } = arranged;
  const order = layout.order.map(({ id }) => id);
  const { nodes } = layout;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const map = placePictures(order, byId, merge);
  const kept = nodes.flatMap((node) => (isUnderAll(node, arranged) ? underAll(node, map, merge) : node));
  const tracks = withoutLoneLinks(layOut(merge, kept, order, map));
  return {
    cut: {
      ...cut,
      tracks: withoutImpossibleTransitions(tracks, cut.media),
      ...marksOf(arranged, markPlacer(layout, map)),
      ...(cut.itemsWithoutMedia && { itemsWithoutMedia: mergeItems(merge, map, tracks) }),
    },
    sceneIds: layout.order.flatMap(({ id, sceneId }) => (byId.get(id)?.clips ?? []).map(() => sceneId)),
  };
}

/** What lies under all scenes starts where it did and ends with the film. */
function underAll(node: MergedNode, { endFrame }: PictureMap, merge: Merge): readonly MergedNode[] {
  const { startFrame } = node.part.event;
  const room = endFrame - startFrame;
  if (room <= 0) return [];
  const [clip] = node.clips;
  if (!clip) return [];
  const frames = node.ending === 'atEnd' ? room : Math.min(room, clip.durationFrames);
  const clips = [withLength(clip, frames, merge)];
  return [{ ...node, clips, anchor: null, offset: startFrame, ending: 'free' }];
}

type Placed = Pick<Caption, 'startFrame' | 'durationFrames'>;
type PlacesOf = (mark: Mark) => readonly Placed[];

function markPlacer({ order, placesOf = (mark) => [mark] }: Layout, map: PictureMap): PlacesOf {
  const present = new Set<string | null>(order.map(({ id }) => id)).add(null);
  return (mark) =>
    placesOf(mark)
      .filter(({ anchor }) => present.has(anchor))
      .map(({ anchor, offset, durationFrames }) => ({
        startFrame: map.frameOf(anchor, offset),
        durationFrames,
      }));
}

function marksOf(
  { cut, arrangement }: ArrangedCut,
  placesOf: PlacesOf,
): Pick<Timeline, 'captionTracks' | 'markers'> {
  const captionTracks = cut.captionTracks.map((track) => ({
    ...track,
    captions: arrangeCaptions(
      track.captions.flatMap((caption) => {
        const { startFrame, durationFrames } = caption;
        const places = placesOf({ ...arrangement.wordsAt(startFrame), durationFrames });
        return places.map((place) => ({ ...caption, ...place }));
      }),
    ),
  }));
  const markers = cut.markers?.flatMap((marker) =>
    placesOf({ ...placeOfMarker(arrangement, marker.frame), durationFrames: 0 }).map(({ startFrame }) => ({
      ...marker,
      frame: startFrame,
    })),
  );
  return {
    captionTracks,
    ...(markers && { markers: markers.toSorted((a, b) => a.frame - b.frame) }),
  };
}

/** A marker belongs to the picture that starts at it, or else to that of the words there. */
function placeOfMarker(
  { anchorAt, wordsAt, byId }: Arrangement,
  frame: number,
): Pick<Node, 'anchor' | 'offset'> {
  const at = anchorAt(frame);
  return byId.get(at.anchor ?? '')?.event.startFrame === frame ? at : wordsAt(frame);
}
