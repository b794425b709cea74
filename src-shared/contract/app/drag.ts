import { z } from 'zod';
import { call } from '../../ipc/define.ts';
import { idSchema } from '../id.ts';

/**
 * File or folder that the page shows; main knows its path. `document`: the document that opens a version. `saved`: a
 * movie or media.
 */
const draggedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('version'), deliveryId: idSchema }),
  z.object({ kind: z.literal('document'), deliveryId: idSchema }),
  z.object({ kind: z.literal('saved'), transferId: idSchema }),
  z.object({ kind: z.literal('return'), returnId: idSchema }),
]);
export type Dragged = z.infer<typeof draggedSchema>;

export const dragCalls = {
  /**
   * Starts dragging a file into another program, while the pointer is pressed.
   * @throws `not_found` if the file is missing, `not_supported_here` if the host cannot drag.
   */
  'drag.start': call(z.object({ dragged: draggedSchema }), z.object({})),
};
