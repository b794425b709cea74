/**
 * Little words of a language: they may stand inside a headline but make a poor start or end of one. `openers` may
 * start it: articles and the like.
 */
export interface LittleWords {
  readonly stops: ReadonlySet<string>;
  readonly openers: ReadonlySet<string>;
  /** They hang what follows on what went before: no sentence of its own begins with one. */
  readonly joiners: ReadonlySet<string>;
  /** What follows them is a verb, which makes no start. */
  readonly subjects: ReadonlySet<string>;
  /** They belong to what follows, and still make no start. */
  readonly binders: ReadonlySet<string>;
}

const littleWords: Readonly<
  Record<string, { stops: string; joiners: string; subjects: string; openers: string; binders?: string }>
> = {
  en: {
    stops:
      'a an the this that these those my your his her its our their and or but so because if when while as than then of in on at to from by for with about into onto over under after before between through during without within against among is are was were be been being am has have had having do does did will would can could should may might must shall not no nor only just also very too more most much many such even still it he she they we you i him them us me there here what which who whom whose where why how up out off down again some any each every both few all own same other one ones can’t don’t isn’t let',
    joiners: 'and or but so because if when while as that which who whom whose than then of not nor also',
    subjects: 'i you he she it we they who to',
    openers:
      'a an the this that these those my your his her its our their every each one no how why what where when',
  },
  es: {
    stops:
      'el la los las un una unos unas este esta estos estas ese esa mi tu su sus nuestro nuestra y e o u pero porque si cuando mientras como que de del en a al por para con sin sobre entre hasta desde hacia tras es son era eran fue fueron ser estar está están ha han había hay no ni solo también muy más menos tan lo le les se me te nos ya aún cada todo toda todos todas otro otra qué quién cuál dónde cómo',
    joiners: 'y e o u pero porque si cuando mientras como que de ni también',
    subjects: 'yo tú él ella nosotros ellos ellas se me te nos le lo que',
    openers:
      'el la los las un una unos unas este esta estos estas mi tu su sus nuestro nuestra cada qué cómo',
  },
  fr: {
    stops:
      'le la les l un une des du de d ce cet cette ces mon ma mes ton ta son sa ses notre nos votre leur leurs et ou mais car si quand lorsque comme que qui dont où à au aux en dans sur sous par pour avec sans entre vers chez est sont était étaient fut être a ont avait n ne pas ni plus moins très trop aussi il elle ils elles on nous vous je tu se s y c ça au-delà chaque tout toute tous toutes autre quel quelle comment',
    joiners: 'et ou mais car si quand lorsque comme que qui dont où de d ni aussi',
    subjects: 'je tu il elle on nous vous ils elles qui se s y n ne',
    openers:
      'le la les l un une des ce cet cette ces mon ma mes ton ta son sa ses notre nos votre leur leurs chaque comment',
  },
  de: {
    stops:
      'der die das den dem des ein eine einen einem einer eines dieser diese dieses mein dein sein ihr unser euer und oder aber denn weil wenn als wie dass ob während in im an am auf aus bei mit nach von vom zu zum zur für über unter vor hinter zwischen durch gegen ohne um bis seit ist sind war waren wird werden wurde wurden hat haben hatte kann können muss soll nicht kein keine nur auch sehr mehr so es er sie wir ihr ich sich man noch schon jeder jede jedes alle was wer wo warum',
    joiners: 'und oder aber denn weil wenn als ob dass sondern auch',
    subjects: 'ich du er sie es wir ihr man wer',
    openers:
      'der die das den ein eine einen dieser diese dieses mein dein sein ihr unser jeder jede jedes kein keine wie warum',
    binders: 'dem des einem einer eines im am zum zur vom',
  },
  it: {
    stops:
      'il lo la i gli le l un uno una questo questa questi queste quel quella mio tuo suo nostro loro e ed o ma perché se quando mentre come che di del dello della dei degli delle d a al alla ai in nel nella nei su sul sulla da dal dalla per con senza tra fra è sono era erano fu essere ha hanno aveva non né solo anche molto più meno si ci vi lui lei noi voi ogni tutto tutta tutti altro cosa chi dove',
    joiners: 'e ed o ma perché se quando mentre come che di né anche',
    subjects: 'io tu lui lei noi voi loro si ci vi',
    openers: 'il lo la i gli le l un uno una questo questa questi queste ogni come',
  },
  pt: {
    stops:
      'o a os as um uma uns umas este esta esse essa meu minha seu sua nosso nossa e ou mas porque se quando enquanto como que de do da dos das em no na nos nas por pelo pela para com sem sobre entre até desde é são era eram foi foram ser estar está estão há tem têm não nem só também muito mais menos tão lhe nós eles elas ele ela já ainda cada todo toda todos todas outro outra quem onde qual',
    joiners: 'e ou mas porque se quando enquanto como que de nem também',
    subjects: 'eu tu ele ela nós eles elas se que',
    openers: 'o a os as um uma uns umas este esta meu minha seu sua nosso nossa cada como',
  },
};

/** Null for a language whose little words are not known: its sentences are then only taken whole. */
export function littleWordsOf(languageCode: string): LittleWords | null {
  const known = littleWords[languageCode.slice(0, 2).toLowerCase()];
  if (!known) return null;
  const wordSet = (words = '') => new Set(words.split(' '));
  return {
    stops: wordSet(known.stops),
    openers: wordSet(known.openers),
    joiners: wordSet(known.joiners),
    subjects: wordSet(known.subjects),
    binders: wordSet(known.binders),
  };
}
