import type { RequestBody } from '../../src-shared/api/operations.ts';

/** Operations that start a workflow. */
export type StartOperation =
  | 'scriptToVideo'
  | 'voiceoverToVideo'
  | 'slideshowToVideo'
  | 'storyboardToVideo'
  | 'promptToVideoClip'
  | 'contentOutlineToVideo';

/** Operation that starts a workflow, with its exact body. */
export type WorkflowStart = {
  readonly [Name in StartOperation]: { readonly operation: Name; readonly body: RequestBody<Name> };
}[StartOperation];
