import { z } from 'zod';
import { currentRemixActionSchema } from '../api/remix.ts';
import { call } from '../ipc/define.ts';
import { remixStepSchema, serviceJobSchema } from './activity.ts';
import { idSchema } from './id.ts';
import { namedProjectSchema } from './named-project.ts';

/** More actions than anybody lines up. */
const maxRemixActions = 50;

export const remixCalls = {
  /** Starts the actions in their order, on the project or on a copy. `activity.changed` follows. */
  'remix.start': call(
    namedProjectSchema.extend({
      actions: z.array(currentRemixActionSchema).min(1).max(maxRemixActions),
      isCopy: z.boolean(),
    }),
    serviceJobSchema,
  ),
  /**
   * Remixes of a project, newest first: those started here, and the actions that were started elsewhere; null when the
   * service cannot be asked. `activity.retryJob` starts what did not succeed of one once more.
   */
  'remix.list': call(
    z.object({ projectId: idSchema }),
    z.object({ jobs: z.array(serviceJobSchema), elsewhere: z.array(remixStepSchema).nullable() }),
  ),
};
