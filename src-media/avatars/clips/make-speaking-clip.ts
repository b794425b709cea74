import { matchLoudness } from '../../audio/match-loudness.ts';
import { decodeSound } from '../../av/decode-sound.ts';
import { MediaError } from '../../media-error.ts';
import { samplesPerFrame } from '../../project-content.ts';
import type { TaskControl } from '../../task-options.ts';
import type { MadeAvatarClip, PresenterClipRequest, SpeakingClipRequest } from '../avatar-tools.ts';
import { trackMouth } from '../speech/mouth-track.ts';
import { openFullScene, openPresenterScene } from './actor-scene.ts';
import { writeActorClip } from './write-actor-clip.ts';

/** Longest recording of one clip, in seconds. */
const maxSeconds = 15 * 60;

/** See `AvatarTools.speakingClip`. Runs on a worker thread. */
export async function makeSpeakingClip(
  request: SpeakingClipRequest,
  control: TaskControl,
): Promise<MadeAvatarClip> {
  const checkpoint = () => control.checkpoint();
  const [left, right] = decodeSound(request.audioPath, { channelCount: 2, maxSeconds, checkpoint });
  if (!left || !right || left.length === 0)
    throw new MediaError('unreadable_media', 'The recording is empty.');
  matchLoudness([left, right], { checkpoint });
  const durationFrames = Math.max(1, Math.ceil(left.length / samplesPerFrame));
  const mouth = trackMouth(mix(left, right), durationFrames);
  const scene = await openFullScene(request.actor, request, mouth);
  return writeActorClip(scene, { ...request, durationFrames, sound: { left, right } }, control);
}

/** See `AvatarTools.presenterClip`. Runs on a worker thread. */
export async function makePresenterClip(
  request: PresenterClipRequest,
  control: TaskControl,
): Promise<MadeAvatarClip> {
  const { durationFrames, outputPath } = request;
  const checkpoint = () => control.checkpoint();
  const [samples = new Float32Array()] = decodeSound(request.audioPath, {
    channelCount: 1,
    maxSeconds,
    checkpoint,
  });
  const mouth = trackMouth(samples, durationFrames);
  const scene = await openPresenterScene(request.actor, request.side, mouth);
  return writeActorClip(scene, { durationFrames, sound: null, hasWatermark: false, outputPath }, control);
}

function mix(left: Float32Array, right: Float32Array): Float32Array {
  return left.map((sample, index) => (sample + (right[index] ?? 0)) / 2);
}
