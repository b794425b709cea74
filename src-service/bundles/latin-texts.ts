import type { MediaEngine } from '@dailies/media';
import type { ProjectContent } from '@dailies/media/project';
import { isJapanese, loadLatinText, readingLanguage } from '../../src-timeline/formats/latin-text.ts';

/** Transliterates a project's title and scene texts: Japanese by its readings, other scripts by letter. */
export async function latinTextsOf(
  title: string,
  { scenes, languageCode }: ProjectContent,
  engine: Pick<MediaEngine, 'romaniseJapanese'>,
  signal: AbortSignal,
): Promise<string[]> {
  const texts = [title, ...scenes.map(({ text }) => text)];
  const language = readingLanguage(languageCode, texts);
  const japanese = texts.filter((text) => isJapanese(text, language));
  const readings = japanese.length === 0 ? [] : await engine.romaniseJapanese(japanese, { signal });
  const latinText = await loadLatinText();
  const latinOf = new Map(japanese.map((text, index) => [text, readings[index] ?? '']));
  return texts.map((text) => latinText(latinOf.get(text) ?? text, language));
}
