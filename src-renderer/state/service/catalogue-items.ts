import type { EntityType } from '../../../src-shared/api/entities.ts';
import type { Voice } from '../../../src-shared/contract/catalogue.ts';
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

type MediaUrl = (mediaPath: string) => string;

/** @param mediaUrl returns the address of a media path. */
export function voiceItems(
  catalogue: Catalogue,
  voices: Catalogue['voices'],
  text: TextOf,
  mediaUrl: MediaUrl,
): SearchItem[] {
  const hasFavourites = voices.some(({ voiceId }) => catalogue.isFavourite(voiceId));
  const groupOf = ({ voiceId }: Voice): string =>
    text(catalogue.isFavourite(voiceId) ? 'voices.favourites' : 'voices.others');
  return voices.map((voice) => ({
    id: voice.voiceId,
    group: hasFavourites ? groupOf(voice) : undefined,
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

/** Returns the actors, products, styles or themes as list items, with their pictures. */
export function entityItems(catalogue: Catalogue, entityType: EntityType, mediaUrl: MediaUrl): SearchItem[] {
  return catalogue.entities
    .filter((entity) => entity.entityType === entityType)
    .map((entity) => {
      const picturePath = catalogue.picturePathOf(entity);
      return {
        id: entity.entityId,
        label: entity.name,
        detail: entity.description,
        pictureUrl: picturePath === null ? null : mediaUrl(picturePath),
      };
    });
}
