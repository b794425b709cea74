import type { EntityType } from '../../src-shared/api/entities.ts';
import type { TextOf } from '../../src-shared/i18n/messages.ts';
import type { SearchItem } from '../components/search-item.ts';
import type { Catalogue } from './catalogue.svelte.ts';

export function languageItems({ languages }: Catalogue): SearchItem[] {
  return languages.map(({ languageCode, name }) => ({
    id: languageCode,
    label: name,
    detail: languageCode,
  }));
}

export function voiceItems(catalogue: Catalogue, voices: Catalogue['voices'], text: TextOf): SearchItem[] {
  return voices.map((voice) => ({
    id: voice.voiceId,
    label: voice.displayName,
    detail: [
      voice.supportsAllLanguages ? text('choice.allLanguages') : catalogue.languageName(voice.languageCode),
      text(`choice.gender.${voice.gender}`),
      voice.accent,
    ]
      .filter((part) => part !== null && part !== '')
      .join(' · '),
    keywords: `${voice.languageCode} ${voice.description ?? ''}`,
  }));
}

/** Actors, products, styles or themes. */
export function entityItems({ entities }: Catalogue, entityType: EntityType): SearchItem[] {
  return entities
    .filter((entity) => entity.entityType === entityType)
    .map(({ entityId, name, description }) => ({ id: entityId, label: name, detail: description }));
}
