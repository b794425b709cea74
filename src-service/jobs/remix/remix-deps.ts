import type { AvatarTools, ClipTools, ImageTools, MediaEngine, SoundTools } from '@dailies/media';
import type { Clock } from '../../clock.ts';
import type { ServiceLog } from '../../service-log.ts';
import type { ServiceDatabase } from '../../store/database/service-database.ts';
import type { JobRepository } from '../../store/records/job-repository.ts';
import type { RemixRepository } from '../../store/records/remix-repository.ts';
import type { PresenterDeps } from '../project-build/presenter-stage.ts';

type SceneMedia = 'speakScene' | 'drawPicture' | 'conformStill' | 'conformClip' | 'layOutCaptions';

/** The media functions that remix actions use. */
interface RemixMedia extends Pick<MediaEngine, SceneMedia | 'recordings' | 'remix'> {
  readonly images: Pick<ImageTools, 'generate' | 'upscale'>;
  readonly sounds: Pick<SoundTools, 'composeMusic'>;
  readonly clips: Pick<ClipTools, 'animateStill' | 'upscaleVideo'>;
  readonly avatars: Pick<AvatarTools, 'presenterClip'>;
}

/** Dependencies of the remix actions. */
export interface RemixDeps extends PresenterDeps {
  readonly database: ServiceDatabase;
  readonly jobs: JobRepository;
  readonly remixActions: RemixRepository;
  readonly engine: RemixMedia;
  readonly clock: Clock;
  readonly log: ServiceLog;
}
