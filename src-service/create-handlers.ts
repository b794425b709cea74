import { ActorVoices } from './catalogue/actor-voices.ts';
import type { VoiceCatalogue } from './catalogue/voice-catalogue.ts';
import { Cursors } from './http/cursors.ts';
import type { Handlers } from './http/handlers.ts';
import type { UploadExpiry } from './jobs/files/upload-expiry.ts';
import type { JobEngine } from './jobs/job-engine.ts';
import { ProjectCopier } from './jobs/remix/project-copier.ts';
import { toolDefinitions } from './jobs/tools/tool-definitions.ts';
import { accountHandlers } from './routes/account.ts';
import { assistantHandlers } from './routes/assistants.ts';
import { entityHandlers } from './routes/entities.ts';
import { exportHandlers } from './routes/exports.ts';
import { fileHandlers } from './routes/files.ts';
import { interchangeHandlers } from './routes/interchange.ts';
import { projectHandlers } from './routes/projects.ts';
import { RemixPlanner } from './routes/remix-planner.ts';
import { remixHandlers } from './routes/remix.ts';
import { resourceHandlers } from './routes/resources.ts';
import { textHandlers } from './routes/text.ts';
import { toolHandlers } from './routes/tools.ts';
import { webhookHandlers } from './routes/webhooks.ts';
import { workflowRunHandlers } from './routes/workflows/workflow-runs.ts';
import { WorkflowStarter } from './routes/workflows/workflow-starter.ts';
import { workflowHandlers } from './routes/workflows/workflows.ts';
import type { ServiceParts } from './service-parts.ts';
import { Signer } from './signer.ts';
import { AssistantView } from './views/assistant-view.ts';

/** Creates the handlers of all operations. */
export function createHandlers(
  parts: ServiceParts,
  jobEngine: JobEngine,
  catalogue: VoiceCatalogue,
  uploadExpiry: UploadExpiry,
): Handlers {
  const actorVoices = new ActorVoices(catalogue.voices);
  const remixPlanner = new RemixPlanner({ ...parts, catalogue });
  const cursors = new Cursors({ signer: new Signer(parts.signingKey, 'cursors') });
  const workflowStarter = new WorkflowStarter({ ...parts, jobEngine, remixPlanner });
  const deps = { ...parts, jobEngine, catalogue, actorVoices, remixPlanner, workflowStarter, cursors };
  return {
    ...accountHandlers(deps),
    ...resourceHandlers(deps),
    ...fileHandlers({ ...deps, onUploadCreated: () => uploadExpiry.wake() }),
    ...workflowHandlers(deps),
    ...workflowRunHandlers(deps),
    ...projectHandlers(deps),
    ...entityHandlers(deps),
    ...exportHandlers(deps),
    ...remixHandlers({ ...deps, projectCopier: new ProjectCopier(parts) }),
    ...assistantHandlers({ ...deps, assistantView: new AssistantView(parts) }),
    ...textHandlers(),
    ...webhookHandlers({ ...deps, ...parts.webhooks, endpoints: parts.webhookEndpoints }),
    ...interchangeHandlers(deps),
    ...toolHandlers({ ...deps, tools: toolDefinitions }),
  };
}
