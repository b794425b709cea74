import { limitPeaks } from '../../audio/limit-peaks.ts';
import { measureLoudness } from '../../audio/measure-loudness.ts';
import { decodeSound } from '../../av/decode-sound.ts';
import type { StereoBlock } from '../../av/stereo.ts';
import { MediaError } from '../../media-error.ts';
import { samplesPerFrame } from '../../project-content.ts';
import type { TaskControl } from '../../task-options.ts';
import type { MadeAvatarClip, PresenterClipRequest, SpeakingClipRequest } from '../avatar-tools.ts';
import { trackMouth } from '../speech/mouth-track.ts';
import { openFullScene, openPresenterScene } from './actor-scene.ts';
import { writeActorClip } from './write-actor-clip.ts';

/** Target loudness of speech: integrated, EBU R128, both channels together. */
const wantedLufs = -16;
const peakCeilingDb = -1.5;

/** Brings the recording to narration loudness and limits its peaks. Leaves silence unchanged. */
function toNarrationLoudness({ left, right }: StereoBlock): StereoBlock {
  let gainDb = wantedLufs - loudnessOf({ left, right });
  if (!Number.isFinite(gainDb)) return { left, right };
  let made = withGain({ left, right }, gainDb);
  for (let round = 0; round < 2; round += 1) {
    gainDb += wantedLufs - loudnessOf(made);
    made = withGain({ left, right }, gainDb);
  }
  return made;
}

function loudnessOf({ left, right }: StereoBlock): number {
  const power = 10 ** (measureLoudness(left) / 10) + 10 ** (measureLoudness(right) / 10);
  return 10 * Math.log10(power);
}

function withGain({ left, right }: StereoBlock, gainDb: number): StereoBlock {
  const factor = 10 ** (gainDb / 20);
  const louder = (samples: Float32Array) => {
    const made = samples.map((sample) => sample * factor);
    limitPeaks(made, peakCeilingDb);
    return made;
  };
  return { left: louder(left), right: louder(right) };
}

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
  const sound = toNarrationLoudness({ left, right });
  const durationFrames = Math.max(1, Math.ceil(left.length / samplesPerFrame));
  const mouth = trackMouth(mix(sound.left, sound.right), durationFrames);
  const scene = await openFullScene(request.actor, request, mouth);
  return writeActorClip(scene, { ...request, durationFrames, sound }, control);
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
