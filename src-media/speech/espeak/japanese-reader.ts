import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A piece of Japanese text and its pronunciation in katakana; null if the dictionary does not contain it. */
interface JapaneseMorpheme {
  readonly written: string;
  readonly pronunciation: string | null;
  /** True for particles and endings, which are spoken together with the word before. */
  readonly leansBack: boolean;
  /** True for endings, which are written as a part of the word before. */
  readonly isEnding: boolean;
}

export type ReadJapanese = (text: string) => JapaneseMorpheme[];

/** Parts of speech spoken with the word before: particles, auxiliary verbs, signs. */
const leaningParts = new Set(['助詞', '助動詞', '記号']);

const endingDetails = new Set(['接尾', '非自立', '接続助詞']);

/** Loads the dictionary. This takes about 0.6 s and 350 MB of memory, so call it only for Japanese. */
export async function loadJapaneseReader(): Promise<ReadJapanese> {
  const { TokenizerBuilder } = await import('@patdx/kuromoji');
  const { default: DictionaryLoader } = await import('@patdx/kuromoji/node');
  const entry = createRequire(import.meta.url).resolve('@patdx/kuromoji');
  const loader = new DictionaryLoader({ dic_path: join(dirname(entry), '..', 'dict') });
  const tokenizer = await new TokenizerBuilder({ loader }).build();
  return (text) => {
    const tokens = tokenizer.tokenize(text);
    return tokens.map((token, index) => ({
      written: token.surface_form,
      pronunciation: pronunciationOf(token, tokens[index - 1]),
      leansBack: leaningParts.has(token.pos) || endingDetails.has(token.pos_detail_1),
      isEnding: token.pos === '助動詞' || endingDetails.has(token.pos_detail_1),
    }));
  };
}

interface Token {
  readonly surface_form: string;
  readonly pronunciation?: string | undefined;
}

/** Returns the pronunciation of a token. Corrects 月 after a number, which the dictionary reads as a separate word. */
function pronunciationOf(token: Token, before: Token | undefined): string | null {
  if (token.surface_form === '月' && /[\d０-９一二三四五六七八九十]$/u.test(before?.surface_form ?? ''))
    return 'ガツ';
  const { pronunciation } = token;
  return pronunciation === undefined || pronunciation === '*' ? null : pronunciation;
}
