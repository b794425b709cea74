import { changeFile, checkFile, fileRequestSchema } from './change-video.ts';
import { defineTool } from './tool-definition.ts';

/** A clip without its background, as transparent WebM (specification §4.5, contract supplement §4.1). */
export const removeVideoBackground = defineTool({
  operation: 'removeVideoBackground',
  toolType: 'REMOVE_VIDEO_BACKGROUND',
  requestSchema: fileRequestSchema,
  check: (deps, caller, body) =>
    checkFile(deps, caller, body.videoFileId, { field: 'videoFileId', type: 'VIDEO' }),
  run: (deps, request, _resultIndex, task) =>
    changeFile(deps, request, task, {
      change: 'removeVideoBackground',
      fileName: 'cut-out.webm',
      suffix: ' without background',
    }),
});
