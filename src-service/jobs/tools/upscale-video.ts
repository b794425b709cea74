import { changeFile, checkFile, fileRequestSchema } from './change-video.ts';
import { defineTool } from './tool-definition.ts';

/** A clip in twice its size (specification §4.5, contract supplement §4.1). */
export const upscaleVideo = defineTool({
  operation: 'upscaleVideo',
  toolType: 'UPSCALE_VIDEO',
  requestSchema: fileRequestSchema,
  check: (deps, caller, body) =>
    checkFile(deps, caller, body.videoFileId, { field: 'videoFileId', type: 'VIDEO' }),
  run: (deps, request, _resultIndex, task) =>
    changeFile(deps, request, task, { change: 'upscaleVideo', fileName: 'larger.mp4', suffix: ' larger' }),
});
