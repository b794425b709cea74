import { z } from 'zod';
import { currentRemixActionSchema } from '../api/remix.ts';
import { call } from '../ipc/define.ts';
import { remixStepSchema, serviceJobSchema } from './activity.ts';
import { idSchema } from './id.ts';
import { namedProjectSchema } from './named-project.ts';

/** More actions than anybody queues. */
const maxRemixActions = 50;

export const remixCalls = {
  /** Starts the actions in order, on the project or on a copy. `activity.changed` follows. */
  'remix.start': call(
    namedProjectSchema.extend({
      actions: z.array(currentRemixActionSchema).min(1).max(maxRemixActions),
      isCopy: z.boolean(),
    }),
    serviceJobSchema,
  ),
  /**
   * Lists remixes of a project, newest first: those started here, the actions started elsewhere, which are null when
   * the service cannot be reached, and those of the project's generation, in their order. `activity.retryJob` retries the actions of a remix that did not succeed.
   */
  'remix.list': call(
    z.object({ projectId: idSchema }),
    z.object({
      jobs: z.array(serviceJobSchema),
      elsewhere: z.array(remixStepSchema).nullable(),
      generated: z.array(remixStepSchema),
    }),
  ),
};
