import type { WorkflowRun } from '../../../../src-shared/api/workflows.ts';
import type { WorkflowName } from '../../../../src-shared/contract/start-generation.ts';

const workflows: Readonly<Partial<Record<WorkflowRun['workflowType'], WorkflowName>>> = {
  SCRIPT_TO_VIDEO: 'script',
  VOICEOVER_TO_VIDEO: 'voiceover',
  SLIDESHOW_TO_VIDEO: 'slideshow',
  STORYBOARD_TO_VIDEO: 'storyboard',
  PROMPT_TO_VIDEO_CLIP: 'clip',
};

/** Returns the workflow of a run. The runs of an outline have an undocumented type (contract supplement §4.2). */
export function workflowOfType(workflowType: WorkflowRun['workflowType']): WorkflowName {
  return workflows[workflowType] ?? 'outline';
}
