import type { WorkflowName } from '../../../src-shared/contract/start-generation.ts';
import { type DraftFields, type StoryboardCard, textFields } from './draft-fields.ts';

/** A text of a draft that can be replaced as a whole. */
export interface DraftText {
  /** Identifies the text within its draft. */
  readonly name: string;
  /** True for a whole script, which notices and buttons call so. */
  readonly isScript: boolean;
  /** Returns null once the draft no longer has the text. */
  readonly read: (fields: DraftFields) => string | null;
  readonly write: (fields: DraftFields, text: string) => Partial<DraftFields>;
}

/** The text of a mode, such as the script. Replacing it answers no to the question whether it stays captions. */
export function textOfMode(workflow: WorkflowName): DraftText {
  const field = textFields[workflow];
  return {
    name: 'text',
    isScript: true,
    read: (fields) => (field === null ? null : fields[field]),
    write: (_fields, text) => (field === null ? {} : { [field]: text, keepsCaptions: false }),
  };
}

/** What a card shows, or what is said over it. */
export function textOfCard(cardId: string, part: 'prompt' | 'voiceoverScript'): DraftText {
  const isIt = (card: StoryboardCard): boolean => card.cardId === cardId;
  return {
    name: `${cardId}.${part}`,
    isScript: false,
    read: ({ cards }) => cards.find(isIt)?.[part] ?? null,
    write: ({ cards }, text) => ({
      cards: cards.map((card) => (isIt(card) ? { ...card, [part]: text } : card)),
    }),
  };
}

/** The narration of a slide, which is empty where the user has written none. @param index of the slide. */
export function textOfSlide(index: number): DraftText {
  return {
    name: `slide ${String(index)}`,
    isScript: false,
    read: ({ slideScripts }) => (slideScripts ? (slideScripts[index] ?? '') : null),
    write: ({ slideScripts = [] }, text) => {
      const length = Math.max(slideScripts.length, index + 1);
      return {
        slideScripts: Array.from({ length }, (_, each) => slideScripts[each] ?? '').with(index, text),
      };
    },
  };
}

/** The script of a row of the batch. Also changes its cell, from which the row is read when a column is used anew. */
export function textOfRow(number: number): DraftText {
  return {
    name: `row ${String(number)}`,
    isScript: true,
    read: ({ batch }) => batch?.rows.find((row) => row.number === number)?.text ?? null,
    write: ({ batch }, text) => {
      if (!batch) return {};
      const column = batch.columns.findIndex(({ use }) => use === 'text');
      const rows = batch.rows.map((row) => {
        if (row.number !== number) return row;
        const { cells } = row;
        return { ...row, text, ...(cells && column !== -1 && { cells: cells.with(column, text) }) };
      });
      return { batch: { ...batch, rows } };
    },
  };
}
