import { z } from 'zod';
import type { DeliveryDestination } from '../../src-shared/contract/export-options.ts';

export const destinationTypes = ['SLACK_CHANNEL', 'GOOGLE_DRIVE_FOLDER'] as const;

/** A destination of an export as it is filled in. */
export const destinationRowSchema = z.object({
  rowId: z.string(),
  type: z.enum(destinationTypes),
  /** Id of the connection at the service. */
  connection: z.string(),
  /** Id of the channel or folder. */
  place: z.string(),
});
export type DestinationRow = z.infer<typeof destinationRowSchema>;

/** The destination of a row; null while it lacks an id. */
export function destinationOf({ type, connection, place }: DestinationRow): DeliveryDestination | null {
  const [integrationConnectionId, id] = [connection.trim(), place.trim()];
  if (integrationConnectionId === '' || id === '') return null;
  return type === 'SLACK_CHANNEL'
    ? { type, integrationConnectionId, slackChannelId: id }
    : { type, integrationConnectionId, googleDriveFolderId: id };
}

export function destinationRow(destination: DeliveryDestination): DestinationRow {
  const { type, integrationConnectionId: connection } = destination;
  const place = type === 'SLACK_CHANNEL' ? destination.slackChannelId : destination.googleDriveFolderId;
  return { rowId: crypto.randomUUID(), type, connection, place };
}
