/** Sentences a script is put together from; `%` stands for the topic. They say nothing about it that could be wrong. */
export interface ScriptPhrases {
  readonly openings: readonly string[];
  /** A heading and what is said under it. */
  readonly points: readonly (readonly [string, string])[];
  readonly closings: readonly string[];
  readonly about: string;
}

/** By ISO 639-1; other languages are written in English. */
const scriptPhrases: ReadonlyMap<string, ScriptPhrases> = new Map(
  Object.entries({
    en: {
      openings: [
        'Today we are looking at %. In the next few moments you will see what it is about, why it matters and where to begin.',
        'Have you ever wondered about %? Let us take a closer look, one step at a time.',
        'Here is a short guide to %, from the first question to the next step.',
      ],
      points: [
        [
          'What it is',
          'Let us begin with the basics. When people talk about %, it helps to agree on what the words mean and what belongs to it.',
        ],
        [
          'Why it matters',
          'So why does it matter? Think of the people it touches, the time it takes and the difference it can make when % is done well.',
        ],
        [
          'How to begin',
          'Getting started is easier in small steps. Choose one thing about % that you can try this week, and keep it simple.',
        ],
        [
          'What to watch for',
          'There are things to watch for. Take your time, check what you are told about %, and ask somebody who has done it before.',
        ],
        [
          'How to go on',
          'Once the first step is done, look back at what worked. With %, as with most things, practice shows you what to change.',
        ],
        [
          'What others do',
          'Look at how others go about it. Good examples of % show more than long explanations do.',
        ],
      ],
      closings: [
        'That was % in a few words. Take one idea with you and try it today. Thank you for watching.',
        'Now you know where to begin with %. What will your first step be?',
        'Keep it simple, begin small, and let % grow from there. See you next time.',
      ],
      about: 'This is about %.',
    },
    es: {
      openings: [
        'Hoy hablamos de %. En unos momentos verás de qué se trata, por qué importa y por dónde empezar.',
        '¿Te has preguntado alguna vez por %? Vamos a verlo paso a paso.',
      ],
      points: [
        ['Qué es', 'Empecemos por lo básico. Al hablar de % conviene acordar qué significan las palabras.'],
        ['Por qué importa', '¿Por qué importa? Piensa en las personas y en el tiempo que hay detrás de %.'],
        [
          'Cómo empezar',
          'Empezar es más fácil con pasos pequeños. Elige una sola cosa sobre % y pruébala esta semana.',
        ],
        [
          'A qué prestar atención',
          'Hay que prestar atención. Comprueba lo que te cuentan sobre % y pregunta a quien ya tiene experiencia.',
        ],
        [
          'Cómo seguir',
          'Después del primer paso, mira qué ha funcionado. Con % la práctica enseña qué cambiar.',
        ],
      ],
      closings: [
        'Esto ha sido % en pocas palabras. Llévate una idea y pruébala hoy. Gracias por mirar.',
        'Ya sabes por dónde empezar con %. ¿Cuál será tu primer paso?',
      ],
      about: 'Trata de %.',
    },
    fr: {
      openings: [
        'Aujourd’hui, nous parlons du sujet suivant : %. Voyons de quoi il s’agit, pourquoi cela compte et par où commencer.',
        'Vous êtes-vous déjà intéressé à ce sujet : % ? Regardons-le pas à pas.',
      ],
      points: [
        [
          'De quoi il s’agit',
          'Commençons par l’essentiel. Pour parler de ce sujet, %, il faut s’entendre sur les mots.',
        ],
        [
          'Pourquoi cela compte',
          'Pourquoi cela compte-t-il ? Pensez aux personnes et au temps que cela demande.',
        ],
        [
          'Par où commencer',
          'Le plus simple est d’avancer par petits pas. Choisissez une seule chose et essayez-la cette semaine.',
        ],
        [
          'À quoi faire attention',
          'Prenez votre temps, vérifiez ce que l’on vous dit et demandez à quelqu’un qui l’a déjà fait.',
        ],
        [
          'Comment continuer',
          'Après le premier pas, regardez ce qui a marché. La pratique montre ce qu’il faut changer.',
        ],
      ],
      closings: [
        'Voilà l’essentiel sur ce sujet : %. Gardez une idée et essayez-la aujourd’hui. Merci d’avoir regardé.',
        'Vous savez maintenant par où commencer. Quel sera votre premier pas ?',
      ],
      about: 'Le sujet : %.',
    },
    de: {
      openings: [
        'Heute geht es um dieses Thema: %. Wir sehen, was dahintersteckt, warum es zählt und wo man anfängt.',
        'Haben Sie sich schon einmal mit diesem Thema beschäftigt: %? Schauen wir es uns Schritt für Schritt an.',
      ],
      points: [
        [
          'Worum es geht',
          'Beginnen wir mit dem Wichtigsten. Wer über das Thema % spricht, sollte sich zuerst über die Wörter einig sein.',
        ],
        [
          'Warum es zählt',
          'Warum zählt das? Denken Sie an die Menschen und an die Zeit, um die es dabei geht.',
        ],
        [
          'Wie man anfängt',
          'Am leichtesten geht es in kleinen Schritten. Wählen Sie eine Sache und probieren Sie sie diese Woche aus.',
        ],
        [
          'Worauf man achtet',
          'Nehmen Sie sich Zeit, prüfen Sie, was man Ihnen sagt, und fragen Sie jemanden mit Erfahrung.',
        ],
        [
          'Wie es weitergeht',
          'Nach dem ersten Schritt lohnt der Blick zurück. Übung zeigt, was man ändern kann.',
        ],
      ],
      closings: [
        'Das war das Wichtigste zum Thema: %. Nehmen Sie einen Gedanken mit. Danke fürs Zuschauen.',
        'Jetzt wissen Sie, wo man anfängt. Was wird Ihr erster Schritt?',
      ],
      about: 'Es geht um: %.',
    },
  } satisfies Record<string, ScriptPhrases>),
);

/** The phrases of a language. @param languageCode BCP 47 */
export function phrasesOf(languageCode: string): ScriptPhrases {
  const own = scriptPhrases.get(languageCode.split('-')[0] ?? '') ?? scriptPhrases.get('en');
  if (!own) throw new Error('There are no phrases.');
  return own;
}
