import { z } from 'zod';
import type { DeliveryDestination } from '../../../src-shared/contract/export-options.ts';

export const destinationTypes = ['SLACK_CHANNEL', 'GOOGLE_DRIVE_FOLDER'] as const;

/** A destination of an export in the form. */
export const destinationRowSchema = z.object({
  rowId: z.string(),
  type: z.enum(destinationTypes),
  /** Id of the service's connection to the destination. */
  connection: z.string(),
  /** Id of the channel or folder. */
  place: z.string(),
});
export type DestinationRow = z.infer<typeof destinationRowSchema>;

/** Returns the destination of a row; null while an id is missing. */
export function destinationOf({ type, connection, place }: DestinationRow): DeliveryDestination | null {
  const integrationConnectionId = connection.trim();
  const id = place.trim();
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
