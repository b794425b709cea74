import { z } from 'zod';
import { call } from '../ipc/define.ts';
import { idSchema } from './id.ts';

/** A file or folder that the page shows; main knows its path. `document`: the one a version is opened by. `saved`: a movie or media. */
const draggedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('version'), deliveryId: idSchema }),
  z.object({ kind: z.literal('document'), deliveryId: idSchema }),
  z.object({ kind: z.literal('saved'), transferId: idSchema }),
  z.object({ kind: z.literal('return'), returnId: idSchema }),
]);
export type Dragged = z.infer<typeof draggedSchema>;

export const dragCalls = {
  /**
   * Lets the user drop a file into another program, while the pointer is pressed.
   * @throws `not_found` when it is not there, `not_supported_here` where the host cannot.
   */
  'drag.start': call(z.object({ dragged: draggedSchema }), z.object({})),
};
