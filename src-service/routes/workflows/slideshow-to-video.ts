import type { ActorVoices } from '../../catalogue/actor-voices.ts';
import { seenEntity } from '../../catalogue/usable-entity.ts';
import type { VoiceCatalogue } from '../../catalogue/voice-catalogue.ts';
import type { Call, Handlers } from '../../http/handlers.ts';
import { slideshowToVideoKind } from '../../jobs/slideshow-to-video/slideshow-to-video.ts';
import type { SlideshowToVideoRequest } from '../../jobs/slideshow-to-video/state.ts';
import { bareName } from '../../jobs/tools/display-name.ts';
import { usableFile } from '../../jobs/usable-file.ts';
import { newId } from '../../new-id.ts';
import type { EntityRepository } from '../../store/records/entity-repository.ts';
import type { FileRepository } from '../../store/records/file-repository.ts';
import { narratorOf } from './presenter.ts';
import { projectLookOf } from './project-look.ts';
import { buildRequestOf, type WorkflowStarter } from './workflow-starter.ts';

export interface SlideshowToVideoHandlerDeps {
  readonly workflowStarter: WorkflowStarter;
  readonly files: FileRepository;
  readonly entities: EntityRepository;
  readonly actorVoices: ActorVoices;
  readonly catalogue: VoiceCatalogue;
}

function requestOf(
  deps: SlideshowToVideoHandlerDeps,
  { caller, body }: Call<'slideshowToVideo'>,
): SlideshowToVideoRequest {
  const { fileId } = usableFile(deps.files, caller, body.fileId, {
    field: 'fileId',
    types: ['PDF', 'SLIDESHOW'],
  });
  const themeEntityId = body.slideshowThemeEntityId ?? null;
  if (themeEntityId !== null) {
    seenEntity(deps.entities, caller, themeEntityId, 'SLIDESHOW_THEME', 'slideshowThemeEntityId');
  }
  return {
    ...buildRequestOf(caller, body, newId('proj')),
    fileId,
    themeEntityId,
    slideScripts: body.slideScripts ?? null,
    ...narratorOf(deps, caller, body),
    speed: body.voiceSpeed ?? 1,
    ...projectLookOf(deps.files, caller, body),
  };
}

function start(deps: SlideshowToVideoHandlerDeps, call: Call<'slideshowToVideo'>) {
  const request = requestOf(deps, call);
  return deps.workflowStarter.start(call.caller, call.body, {
    workflowType: 'SLIDESHOW_TO_VIDEO',
    kind: slideshowToVideoKind,
    title: bareName(deps.files.find(request.fileId)?.displayName ?? ''),
    state: { ...request, deck: null, speech: [], pictures: [], presenters: [], mediaFileIds: [] },
  });
}

/** Starts slideshow-to-video under its path and its deprecated one (contract supplement §4.2.3). */
export function slideshowToVideoHandlers(deps: SlideshowToVideoHandlerDeps): Handlers {
  return { slideshowToVideo: (call) => start(deps, call), deprecatedSlideshow: (call) => start(deps, call) };
}
