import type { ExportOptions } from '../../../src-shared/contract/export-options.ts';
import { destinationOf, type DestinationRow } from '../../components/delivery/destination-row.ts';

/** An export while the user edits its form. */
export interface ExportDraft {
  /** Without destinations. */
  readonly options: ExportOptions;
  readonly destinations: readonly DestinationRow[];
}

/** The service's defaults. */
export const defaultExport: ExportDraft = { options: {}, destinations: [] };

/** True if a destination lacks an id. */
export function isIncomplete({ destinations }: ExportDraft): boolean {
  return destinations.some((row) => destinationOf(row) === null);
}

/** Returns the options to send. */
export function optionsOf({ options, destinations }: ExportDraft): ExportOptions {
  const deliveryDestinations = destinations.flatMap((row) => destinationOf(row) ?? []);
  return deliveryDestinations.length === 0 ? options : { ...options, deliveryDestinations };
}
