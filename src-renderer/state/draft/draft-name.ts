import type { WorkflowName } from '../../../src-shared/contract/start-generation.ts';
import { type DraftFields, textFields } from './draft-fields.ts';

const nameLength = 40;

/** Returns the name of a draft: its first words, or its file; null if it has neither. */
export function nameOfDraft(workflow: WorkflowName, fields: DraftFields): string | null {
  if (fields.batch) return fields.batch.name;
  const textField = textFields[workflow];
  if (textField !== null) return firstWords(fields[textField]);
  if (workflow !== 'storyboard') return fields.source?.displayName ?? null;
  const [card] = fields.cards;
  return card ? (firstWords(card.title) ?? firstWords(card.prompt)) : null;
}

/** Returns the beginning of the first line, without heading marks. */
function firstWords(text: string): string | null {
  const [line = ''] = text
    .trimStart()
    .slice(0, nameLength * 4)
    .split('\n');
  const words = line.replace(/^#+\s/, '').replaceAll(/\s+/g, ' ').trim();
  const characters = [...words];
  if (characters.length <= nameLength) return words === '' ? null : words;
  const cut = characters.slice(0, nameLength).join('');
  const lastSpace = cut.lastIndexOf(' ');
  return `${cut.slice(0, lastSpace > nameLength / 2 ? lastSpace : undefined).trimEnd()}…`;
}
