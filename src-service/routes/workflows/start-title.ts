import { titleFromText } from '@dailies/media/script';

/** Makes a project's title from the first words of its prompt. */
export function titleOf(prompt: string): string {
  return titleFromText(prompt.split('\n').find((line) => line.trim() !== '') ?? prompt);
}
