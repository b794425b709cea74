import type { VoiceCatalogue } from './catalogue/voice-catalogue.ts';
import { createAssistantMessageKind } from './jobs/assistant/assistant-message.ts';
import { createFileAnalysisKind } from './jobs/file-analysis.ts';
import { createFileStreamingKind } from './jobs/files/file-streaming.ts';
import { JobEngine } from './jobs/job-engine.ts';
import { createProjectExportKind } from './jobs/project-export.ts';
import { createPromptToVideoClipKind } from './jobs/prompt-to-video-clip/prompt-to-video-clip.ts';
import { createRemixActionKind } from './jobs/remix/remix-action-job.ts';
import { createScriptToVideoKind } from './jobs/script-to-video/script-to-video.ts';
import { createSlideshowToVideoKind } from './jobs/slideshow-to-video/slideshow-to-video.ts';
import { createStoryboardToVideoKind } from './jobs/storyboard-to-video/storyboard-to-video.ts';
import { createTimelineInterchangeKind } from './jobs/timeline-interchange.ts';
import { toolDefinitions } from './jobs/tools/tool-definitions.ts';
import { createToolExecutionKind } from './jobs/tools/tool-execution.ts';
import { createVoiceoverToVideoKind } from './jobs/voiceover-to-video/voiceover-to-video.ts';
import { createAssistantStarts } from './routes/assistant-starts.ts';
import { RemixPlanner } from './routes/remix-planner.ts';
import type { ServiceParts } from './service-parts.ts';
import { AssistantView } from './views/assistant-view.ts';
import { registerJobEvents } from './webhooks/job-event-sources.ts';

/** Maximum number of jobs that run at the same time. */
const jobsPerQueue = { long: 2, short: 4, tools: 3, streaming: 1 };

/** Creates the job engine with all kinds of job and the webhook events of their ends. */
export function createJobEngine(parts: ServiceParts, catalogue: VoiceCatalogue): JobEngine {
  const { urls, webhooks } = parts;
  const linkTo = (fileId: string, mediaName: string, expiresAt: number) =>
    urls.mediaUrlOf(fileId, 'download', mediaName, expiresAt);
  const remixPlanner = new RemixPlanner({ ...parts, catalogue });
  const starts = createAssistantStarts({ ...parts, ...parts.auth, catalogue, remixPlanner });
  const { fileEvents } = webhooks;
  const kinds = [
    createAssistantMessageKind({ ...parts, starts }),
    createScriptToVideoKind(parts),
    createVoiceoverToVideoKind(parts),
    createSlideshowToVideoKind(parts),
    createStoryboardToVideoKind(parts),
    createPromptToVideoClipKind(parts),
    createProjectExportKind(parts),
    createRemixActionKind(parts),
    createTimelineInterchangeKind({ ...parts, linkTo }),
    createFileAnalysisKind({ ...parts, fileEvents }),
    createFileStreamingKind({ ...parts, fileEvents }),
    createToolExecutionKind({ ...parts, tools: toolDefinitions }),
  ];
  const assistantView = new AssistantView(parts);
  const onEnded = webhooks.outbox.storeJobEnd.bind(webhooks.outbox);
  const jobEngine = new JobEngine({ ...parts, kinds, jobsPerQueue, onEnded });
  registerJobEvents(webhooks.sources, { ...parts, jobEngine, assistantView });
  return jobEngine;
}
