import { changeFile, checkFile, fileRequestSchema } from './change-video.ts';
import { defineTool } from './tool-definition.ts';

/** A short clip of a camera moving inside an image (specification §4.5, contract supplement §4.1). */
export const image3dEffect = defineTool({
  operation: 'image3dEffect',
  toolType: 'IMAGE_3D_EFFECT',
  requestSchema: fileRequestSchema,
  check: (deps, caller, body) =>
    checkFile(deps, caller, body.imageFileId, { field: 'imageFileId', type: 'IMAGE' }),
  run: (deps, request, resultIndex, task) =>
    changeFile(deps, request, task, {
      change: 'image3dEffect',
      fileName: 'depth.mp4',
      suffix: ' in motion',
      resultIndex,
    }),
});
