import { z } from 'zod';
import { event } from '../ipc/define.ts';
import { deliverySchema } from './delivery.ts';
import { generationSchema } from './generation.ts';

export const jobEvents = {
  /** The records that changed since the last event, whole; several changes of one record are sent once. */
  'jobs.changed': event(
    z.object({ generations: z.array(generationSchema), deliveries: z.array(deliverySchema) }),
  ),
};
