import { titleFromText } from '@dailies/media/script';

/** The title of a project that begins with a prompt: its first words. */
export function titleOf(prompt: string): string {
  return titleFromText(prompt.split('\n').find((line) => line.trim() !== '') ?? prompt);
}
