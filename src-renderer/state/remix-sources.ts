import type { RemixSources } from '../components/remix/remix-sources.ts';
import type { SearchItem } from '../components/search-item.ts';
import type { TextOf } from '../i18n/messages.ts';
import type { AppState } from './app-state.svelte.ts';
import type { Catalogue } from './catalogue.svelte.ts';

type SourcesState = Pick<AppState, 'catalogue' | 'sentFiles' | 'attempt'>;

/** What the fields of remix actions choose from, as the service at hand offers it. */
export function remixSourcesOf({ catalogue, sentFiles, attempt }: SourcesState, text: TextOf): RemixSources {
  return {
    voices: voiceItems(catalogue, text),
    languages: catalogue.languages.map(({ languageCode, name }) => ({
      id: languageCode,
      label: name,
      detail: languageCode,
    })),
    actors: catalogue.entities
      .filter(({ entityType }) => entityType === 'ACTOR')
      .map(({ entityId, name, description }) => ({ id: entityId, label: name, detail: description })),
    isPending: !catalogue.isLoaded && catalogue.error === null,
    sendFile: async (file) => {
      let sent: Awaited<ReturnType<RemixSources['sendFile']>> = null;
      await attempt(async () => {
        sent = await sentFiles.send(file);
      });
      return sent;
    },
    fileName: (fileId) => sentFiles.nameOf(fileId),
  };
}

function voiceItems(catalogue: Catalogue, text: TextOf): SearchItem[] {
  return catalogue.voices.map((voice) => {
    const { supportsAllLanguages, languageCode, gender, accent } = voice;
    const language = supportsAllLanguages
      ? text('choice.allLanguages')
      : catalogue.languageName(languageCode);
    const parts = [language, text(`choice.gender.${gender}`), accent];
    return {
      id: voice.voiceId,
      label: voice.displayName,
      detail: parts.filter((part) => part !== null && part !== '').join(' · '),
      keywords: `${languageCode} ${voice.description ?? ''}`,
    };
  });
}
