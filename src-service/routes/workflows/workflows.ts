import type { Call, Handlers } from '../../http/handlers.ts';
import { promptToVideoClipKind } from '../../jobs/prompt-to-video-clip/prompt-to-video-clip.ts';
import { scriptToVideoKind } from '../../jobs/script-to-video/script-to-video.ts';
import { slideshowToVideoKind } from '../../jobs/slideshow-to-video/slideshow-to-video.ts';
import { storyboardToVideoKind } from '../../jobs/storyboard-to-video/storyboard-to-video.ts';
import { voiceoverToVideoKind } from '../../jobs/voiceover-to-video/voiceover-to-video.ts';
import { prepareContentOutline } from './content-outline-to-video.ts';
import { prepareClip } from './prompt-to-video-clip.ts';
import { prepareScript } from './script-to-video.ts';
import { prepareSlideshow } from './slideshow-to-video.ts';
import { prepareStoryboard } from './storyboard-to-video.ts';
import { prepareVoiceover } from './voiceover-to-video.ts';
import type { PreparedStart, WorkflowDeps } from './workflow-deps.ts';
import type { StartBody, WorkflowStarter } from './workflow-starter.ts';

/** Starts the workflows, some of them under two names (specification §4.2). */
export function workflowHandlers(deps: WorkflowDeps & { workflowStarter: WorkflowStarter }): Handlers {
  const starter =
    <Started extends Pick<Call<'scriptToVideo'>, 'caller'> & { body: StartBody }>(
      workflowType: string,
      kind: string,
      prepare: (deps: WorkflowDeps, call: Started) => PreparedStart<object>,
    ) =>
    (call: Started) =>
      deps.workflowStarter.start(call.caller, call.body, { workflowType, kind, ...prepare(deps, call) });
  const script = starter('SCRIPT_TO_VIDEO', scriptToVideoKind, prepareScript);
  const voiceover = starter('VOICEOVER_TO_VIDEO', voiceoverToVideoKind, prepareVoiceover);
  const slideshow = starter('SLIDESHOW_TO_VIDEO', slideshowToVideoKind, prepareSlideshow);
  const storyboard = starter('STORYBOARD_TO_VIDEO', storyboardToVideoKind, prepareStoryboard);
  const outline = starter('CONTENT_OUTLINE_TO_VIDEO', scriptToVideoKind, prepareContentOutline);
  return {
    scriptToVideo: script,
    deprecatedScript: script,
    voiceoverToVideo: voiceover,
    deprecatedVoiceover: voiceover,
    slideshowToVideo: slideshow,
    deprecatedSlideshow: slideshow,
    storyboardToVideo: storyboard,
    deprecatedStoryboard: storyboard,
    promptToVideoClip: starter('PROMPT_TO_VIDEO_CLIP', promptToVideoClipKind, prepareClip),
    contentOutlineToVideo: outline,
    creativeBriefToVideo: outline,
  };
}
