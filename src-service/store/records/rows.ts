import { z } from 'zod';
import type { ServiceLog } from '../../service-log.ts';

/** Schema of a column that holds JSON. */
export function jsonColumn<Schema extends z.ZodType>(schema: Schema) {
  const parsed = z.string().transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'is not JSON' });
      return z.NEVER;
    }
  });
  return parsed.pipe(schema);
}

/** Schema of a column that holds 0 or 1. */
export const flagColumn = z
  .number()
  .int()
  .transform((value) => value === 1);

/** Reads a row. A damaged row is logged and counts as absent, so that it does not block the others. */
export function readRow<Schema extends z.ZodType>(
  schema: Schema,
  row: unknown,
  log: ServiceLog,
): z.output<Schema> | null {
  if (row === undefined) return null;
  const result = schema.safeParse(row);
  if (result.success) return result.data;
  const fields = result.error.issues.map((issue) => issue.path.join('.'));
  log({ level: 'error', message: 'A damaged record was passed over', fields });
  return null;
}

/** Reads the rows that are not damaged. */
export function readRows<Schema extends z.ZodType>(
  schema: Schema,
  rows: readonly unknown[],
  log: ServiceLog,
): z.output<Schema>[] {
  return rows.map((row) => readRow(schema, row, log)).filter((row) => row !== null);
}
