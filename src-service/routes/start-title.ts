import { titleFromText } from '../engine/script/script-title.ts';

/** The title of a project that begins with a prompt: its first words. */
export function titleOf(prompt: string): string {
  return titleFromText(prompt.split('\n').find((line) => line.trim() !== '') ?? prompt);
}
