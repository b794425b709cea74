import { seenEntity } from '../../catalogue/usable-entity.ts';
import type { Call } from '../../http/handlers.ts';
import type { SlideshowToVideoRequest } from '../../jobs/slideshow-to-video/state.ts';
import { bareName } from '../../jobs/tools/display-name.ts';
import { usableFile } from '../../jobs/usable-file.ts';
import { narratorOf } from './presenter.ts';
import { projectLookOf } from './project-look.ts';
import type { PreparedStart, WorkflowDeps } from './workflow-deps.ts';

/** Prepares slideshow-to-video (contract supplement §4.2.3). */
export function prepareSlideshow(
  deps: WorkflowDeps,
  { caller, body }: Call<'slideshowToVideo'>,
): PreparedStart<SlideshowToVideoRequest> {
  const place = { field: 'fileId', types: ['PDF', 'SLIDESHOW'] } as const;
  const deck = usableFile(deps.files, caller, body.fileId, place);
  const themeEntityId = body.slideshowThemeEntityId ?? null;
  if (themeEntityId !== null) {
    seenEntity(deps.entities, caller, themeEntityId, 'SLIDESHOW_THEME', 'slideshowThemeEntityId');
  }
  const request = {
    fileId: deck.fileId,
    themeEntityId,
    slideScripts: body.slideScripts ?? null,
    ...narratorOf(deps, caller, body),
    speed: body.voiceSpeed ?? 1,
    ...projectLookOf(deps.files, caller, body),
  };
  return { title: bareName(deck.displayName), request };
}
