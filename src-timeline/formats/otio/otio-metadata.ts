import type { Clip, MediaReference, Timeline, Track } from '../../model/timeline.ts';
import { type OtioObject, otioRate, type OtioValue } from './otio-json.ts';

/** Metadata namespace of the app, for facts that the format has no field for. Other programs keep it or drop it. */
export const ownNamespace = 'dailies';

/** Names of tracks by their channels. */
function channelType(channels: number): 'Mono' | 'Stereo' | '5.1' {
  if (channels === 6) return '5.1';
  return channels === 1 ? 'Mono' : 'Stereo';
}

export function timelineMetadata(timeline: Timeline, locationStyle: 'url' | 'path'): OtioObject {
  return {
    PremierePro_OTIO: { MetadataVersion: '1.0' },
    Resolve_OTIO: { 'Resolve OTIO Meta Version': '1.0' },
    [ownNamespace]: {
      width: timeline.width,
      height: timeline.height,
      is_drop_frame: timeline.isDropFrame,
      audio_sample_rate: timeline.audioRate,
      location_style: locationStyle,
    },
  };
}

/** Premiere reads the sequence's settings from its tracks' stack. */
export function stackMetadata({ audioRate, frameRate, width, height }: Timeline): OtioObject {
  return {
    PremierePro_OTIO: {
      AudioFrameRate: audioRate,
      PixelAspectRatio: { denominator: 1, numerator: 1 },
      VideoFrameRate: otioRate(frameRate),
      VideoResolution: { height, width },
    },
  };
}

/** @param channels Null for pictures. */
export function trackMetadata({ role }: Track, channels: number | null): OtioObject {
  if (channels === null) return { Resolve_OTIO: { Locked: false }, [ownNamespace]: { role } };
  return {
    PremierePro_OTIO: { AudioChannels: { ChannelType: channelType(channels), NumberOfChannels: channels } },
    Resolve_OTIO: { 'Audio Type': channelType(channels), Locked: false, SoloOn: false },
    [ownNamespace]: { role },
  };
}

/** Link group numbers of a clip, as each program counts them. */
export interface LinkNumbers {
  readonly premiere: number;
  /** Null for an unlinked clip. */
  readonly resolve: number | null;
}

/** @param channels Null for pictures. */
export function clipMetadata(
  { linkId, note, motion, levels, fades }: Clip,
  links: LinkNumbers,
  channels: number | null,
): OtioObject {
  const indexes = channels === null ? [] : Array.from({ length: channels }, (_, index) => index);
  const premiereChannels: OtioObject =
    channels === null
      ? {}
      : {
          AudioChannels: {
            ChannelType: channelType(channels),
            SecondaryAssignments: indexes.map((index) => ({ SecondaryChannelIndex: index })),
          },
        };
  const resolveChannels: OtioObject =
    channels === null
      ? {}
      : {
          Channels: indexes.map((index): OtioValue => ({ 'Source Channel ID': index, 'Source Track ID': 0 })),
        };
  return {
    PremierePro_OTIO: {
      ...premiereChannels,
      LinkID: String(links.premiere),
      OriginalChannelGroupIndex: 0,
      SourceClipIndex: 0,
    },
    Resolve_OTIO: {
      ...resolveChannels,
      ...(links.resolve === null ? {} : { 'Link Group ID': links.resolve }),
    },
    [ownNamespace]: {
      link_id: linkId,
      note,
      ...(motion === undefined ? {} : { motion: motion.map((point) => ({ ...point })) }),
      ...(levels === undefined
        ? {}
        : { levels: levels.map(({ frame, levelDb }) => ({ frame, level_db: levelDb })) }),
      ...(fades && { fades: { in_frames: fades.inFrames, out_frames: fades.outFrames } }),
    },
  };
}

export function mediaMetadata(media: MediaReference): OtioObject {
  const { mediaId, kind, size, audioChannels, isTransparent, frameRate } = media;
  return {
    [ownNamespace]: {
      media_id: mediaId,
      kind,
      size: size && { ...size },
      audio_channels: audioChannels,
      ...(isTransparent === true && { is_transparent: true }),
      ...(frameRate && { frame_rate: { ...frameRate } }),
    },
  };
}
