import { splitSentences } from '../../../src-shared/script/split-sentences.ts';
import { MappedText } from '../mapped-text.ts';
import type { ReadJapanese } from './japanese-reader.ts';

/** Expansions of abbreviations by language, as `abbreviation=words`, without the last full stop. */
const abbreviations: Readonly<Record<string, string>> = {
  en: 'e.g=for example|i.e=that is|etc=et cetera|vs=versus|approx=approximately|est=established|dept=department',
  es: 'p.ej=por ejemplo|p. ej=por ejemplo|etc=etcétera|sr=señor|sra=señora|srta=señorita|dr=doctor|dra=doctora|ee.uu=Estados Unidos|núm=número|pág=página|ud=usted|uds=ustedes',
  fr: 'p.ex=par exemple|etc=et cetera|env=environ|av=avant',
  de: 'z.b=zum Beispiel|z. b=zum Beispiel|d.h=das heißt|d. h=das heißt|u.a=unter anderem|usw=und so weiter|bzw=beziehungsweise|ca=circa|nr=Nummer|evtl=eventuell|inkl=inklusive|ggf=gegebenenfalls|mio=Millionen|mrd=Milliarden',
  it: 'ecc=eccetera|sig=signor|sig.ra=signora|dott=dottor|es=esempio|pag=pagina',
  pt: 'etc=et cetera|sr=senhor|sra=senhora|dr=doutor|dra=doutora|p.ex=por exemplo|núm=número|pág=página',
  nl: 'bijv=bijvoorbeeld|d.w.z=dat wil zeggen|enz=enzovoort|o.a=onder andere|ca=circa',
  pl: 'np=na przykład|itd=i tak dalej|itp=i tym podobne|tzn=to znaczy|tzw=tak zwany|ok=około',
  ru: 'т.е=то есть|т.д=так далее|т.п=тому подобное|т.к=так как|напр=например|г=год|руб=рублей',
};

const numberSigns: Readonly<Record<string, readonly [RegExp, string]>> = {
  en: [/\bNo\.\s?(?=\d)/gu, 'number '],
  es: [/\b[Nn]\.?º\s?(?=\d)/gu, 'número '],
  fr: [/\b[Nn]°\s?(?=\d)/gu, 'numéro '],
};

/**
 * Returns replacements for written forms that the synthesiser misreads in a language. A match excludes the last full
 * stop of an abbreviation.
 */
function spokenForms(languageCode: string): (readonly [RegExp, string])[] {
  const language = languageCode.split('-')[0] ?? '';
  const forms = (abbreviations[language] ?? '').split('|').filter((entry) => entry !== '');
  const numberSign = numberSigns[language];
  return [
    ...(numberSign ? [numberSign] : []),
    ...forms.map((entry): readonly [RegExp, string] => {
      const [short = '', words = ''] = entry.split('=');
      const letters = short.replace(/\./gu, '\\.').replace(/ /gu, '\\s');
      return [new RegExp(`(?<![\\p{L}\\p{N}.])${letters}(?=\\.(?!\\p{L}))`, 'giu'), words];
    }),
  ];
}

/**
 * Prepares a text for the built-in synthesiser. Spells out written forms it misreads. Drops full stops inside a
 * sentence, at which it would pause, and signs that would switch its modes.
 *
 * @param readJapanese turns kanji into kana for the Japanese voice, which reads only kana; null for other voices
 */
export function prepareEspeakText(
  written: string,
  languageCode: string,
  readJapanese: ReadJapanese | null,
): MappedText {
  const finalStops = offsetsOfFinalStops(written, languageCode);
  let mapped = MappedText.of(written).replace(/[<>[\]{}|\\^~]/gu, () => ' ');
  for (const [pattern, words] of spokenForms(languageCode)) mapped = mapped.replace(pattern, () => words);
  const plain = mapped;
  mapped = plain.replace(/(?<=\p{L})\.(?=\s|\p{L}\b)/gu, (match) =>
    finalStops.has(plain.sourceOf(match.index)) ? '.' : ' ',
  );
  return readJapanese ? putInKana(mapped, readJapanese) : mapped;
}

/** Returns the offsets of the signs that end sentences. */
function offsetsOfFinalStops(text: string, languageCode: string): Set<number> {
  const offsets = new Set<number>();
  let start = 0;
  for (const sentence of splitSentences(text, languageCode)) {
    const lastWordEnd =
      sentence.length - (/(?<![^\p{L}\p{N}])[^\p{L}\p{N}]*$/u.exec(sentence)?.[0].length ?? 0);
    const stop = sentence.slice(lastWordEnd).search(/[\p{Sentence_Terminal}…]/u);
    for (let index = lastWordEnd + stop; stop >= 0 && index < sentence.length; index += 1)
      offsets.add(start + index);
    start += sentence.length;
  }
  return offsets;
}

/** Converts to kana with a space between phrases. Letters that neither dictionary nor voice can read stay silent. */
function putInKana(mapped: MappedText, readJapanese: ReadJapanese): MappedText {
  return mapped.rewrite(
    readJapanese(mapped.text).map(({ written, pronunciation, leansBack }) => ({
      length: written.length,
      replacement: (leansBack ? '' : ' ') + (pronunciation ?? written.replace(/\p{Script=Han}+/gu, ' ')),
    })),
  );
}
