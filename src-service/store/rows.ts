import { z } from 'zod';
import type { ServiceLog } from '../service-log.ts';

/** A column holding JSON of the given shape. */
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

/** A column holding 0 or 1. */
export const flagColumn = z
  .number()
  .int()
  .transform((value) => value === 1);

/** A damaged row counts as absent, so that it never keeps the others from being read; the log names it. */
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

/** The readable ones of many rows. */
export function readRows<Schema extends z.ZodType>(
  schema: Schema,
  rows: readonly unknown[],
  log: ServiceLog,
): z.output<Schema>[] {
  return rows.map((row) => readRow(schema, row, log)).filter((row) => row !== null);
}
