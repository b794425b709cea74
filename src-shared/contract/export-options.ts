import { z } from 'zod';
import { markModeSchema } from '../api/common.ts';
import { exportQualitySchema, maxDestinations } from '../api/projects.ts';
import { idSchema } from './id.ts';

/** Further destination of a finished movie: an account connected at the service (specification §2.6). */
const deliveryDestinationSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('SLACK_CHANNEL'),
    integrationConnectionId: idSchema.min(1),
    slackChannelId: idSchema.min(1),
  }),
  z.object({
    type: z.literal('GOOGLE_DRIVE_FOLDER'),
    integrationConnectionId: idSchema.min(1),
    googleDriveFolderId: idSchema.min(1),
  }),
]);
export type DeliveryDestination = z.infer<typeof deliveryDestinationSchema>;

/** Options of an export. The app does not send omitted ones, so the service's defaults apply (specification §4.3). */
export const exportOptionsSchema = z.object({
  quality: exportQualitySchema.optional(),
  watermarkMode: markModeSchema.optional(),
  endScreenMode: markModeSchema.optional(),
  deliveryDestinations: z.array(deliveryDestinationSchema).max(maxDestinations).optional(),
});
export type ExportOptions = z.infer<typeof exportOptionsSchema>;
