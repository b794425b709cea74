import type { EntityType } from '../../../src-shared/api/entities.ts';
import type { TextOf } from '../../../src-shared/i18n/messages.ts';
import type { SearchItem } from '../../components/fields/search-item.ts';
import type { Catalogue } from './catalogue.svelte.ts';

export function languageItems({ languages }: Catalogue): SearchItem[] {
  return languages.map(({ languageCode, name }) => ({
    id: languageCode,
    label: name,
    detail: languageCode,
  }));
}

/** @param mediaUrl returns the address of a media path. */
export function voiceItems(
  catalogue: Catalogue,
  voices: Catalogue['voices'],
  text: TextOf,
  mediaUrl: (mediaPath: string) => string,
): SearchItem[] {
  return voices.map((voice) => ({
    id: voice.voiceId,
    label: voice.displayName,
    detail: [
      voice.supportsAllLanguages ? text('choice.allLanguages') : catalogue.languageName(voice.languageCode),
      text(`choice.gender.${voice.gender}`),
      voice.accent,
      voice.isDeprecated ? text('choice.deprecated') : null,
    ]
      .filter((part) => part !== null && part !== '')
      .join(' · '),
    facet: { id: voice.gender, label: text(`choice.gender.${voice.gender}`) },
    sampleUrl: voice.samplePath === null ? null : mediaUrl(voice.samplePath),
    keywords: `${voice.languageCode} ${voice.description ?? ''}`,
  }));
}

/** Returns the actors, products, styles or themes as list items. */
export function entityItems({ entities }: Catalogue, entityType: EntityType): SearchItem[] {
  return entities
    .filter((entity) => entity.entityType === entityType)
    .map(({ entityId, name, description }) => ({ id: entityId, label: name, detail: description }));
}
