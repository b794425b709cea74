import type { BatchItem } from '../../../src-shared/contract/generation.ts';
import type { BatchRow } from '../../../src-shared/contract/material.ts';
import type { WorkflowName } from '../../../src-shared/contract/start-generation.ts';
import { fieldsOfRow, type Offered } from '../../../src-shared/script/row-settings.ts';
import { type DraftFields, textFields } from './draft-fields.ts';
import { requestOfDraft } from './draft-request.ts';

interface BatchDraft {
  readonly workflow: WorkflowName;
  readonly fields: DraftFields;
  readonly offered: Offered;
}

/** Builds the request of one row: that of the draft, with the row's text and settings. */
export function itemOfRow(
  row: BatchRow,
  batchId: string,
  { workflow, fields, offered }: BatchDraft,
): BatchItem {
  const field = textFields[workflow] ?? 'script';
  const own = { ...fields, ...fieldsOfRow(row, offered), [field]: row.text };
  return {
    generationId: `${batchId}-${String(row.number)}`,
    title: row.name.slice(0, 200),
    request: requestOfDraft(workflow, own),
  };
}
