import type { Track } from '../../model/timeline.ts';

/** Premiere's label colours for roles, which the format lacks. They distinguish roles for users and when read back. */
const labelsByRole: readonly (readonly [role: Track['role'], label: string])[] = [
  ['dialogue', 'Caribbean'],
  ['music', 'Lavender'],
  ['effects', 'Mango'],
];

/** Null for pictures, which keep the editor's default colours. */
export function labelOfRole(role: Track['role']): string | null {
  return labelsByRole.find(([known]) => known === role)?.[1] ?? null;
}

/** Sound without a known label counts as dialogue. */
export function roleOfLabel(label: string | null): Track['role'] {
  return labelsByRole.find(([, known]) => known === label)?.[0] ?? 'dialogue';
}
