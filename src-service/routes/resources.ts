import type { TtsVoice } from '../../src-shared/api/resources.ts';
import type { VoiceCatalogue } from '../catalogue/voice-catalogue.ts';
import type { Clock } from '../clock.ts';
import type { Cursors } from '../http/cursors.ts';
import type { Handlers } from '../http/handlers.ts';
import { pageOfCatalogue } from '../http/paging.ts';
import { voiceSamplePath } from '../http/register-voice-samples.ts';
import type { SignedUrls } from '../http/signed-urls.ts';
import { mediaLinkExpiry } from '../link-lifetimes.ts';

function contains(query: string | undefined, texts: readonly (string | null | undefined)[]): boolean {
  const wanted = query?.toLowerCase() ?? '';
  return texts.some((text) => text?.toLowerCase().includes(wanted));
}

/** Handlers of the voice and language catalogues (specification §4.9). */
export function resourceHandlers(deps: {
  catalogue: VoiceCatalogue;
  cursors: Cursors;
  urls: SignedUrls;
  clock: Clock;
}): Handlers {
  const { catalogue, cursors, urls, clock } = deps;
  const withSample = (voice: TtsVoice): TtsVoice => ({
    ...voice,
    sampleUrl: urls.urlOf(voiceSamplePath(voice.voiceId), mediaLinkExpiry(clock)),
  });
  const voices = catalogue.voices.map(({ voice }) => voice);
  return {
    listTtsVoices: ({ query }) => {
      const ordered = { items: voices, idOf: (voice: (typeof voices)[number]) => voice.voiceId };
      const { items, ...page } = pageOfCatalogue(cursors, 'tts-voices', query, ordered, (voice) => {
        if (voice.isDeprecated && query.includeDeprecatedVoices !== true) return false;
        const { voiceId, displayName, languageCode, accent, description } = voice;
        return contains(query.query, [voiceId, displayName, languageCode, accent, description]);
      });
      return { ttsVoices: items.map(withSample), ...page };
    },
    listLanguages: ({ query }) => ({
      languages: catalogue.languages.filter(({ languageCode, name }) =>
        contains(query.query, [languageCode, name]),
      ),
    }),
  };
}
