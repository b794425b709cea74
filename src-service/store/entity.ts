import type { SlideshowTheme } from '@dailies/media';
import type { EntityType } from '../../src-shared/api/entities.ts';

/** A picture or document an entity is known by (contract supplement §4.7). */
export interface EntityReference {
  readonly fileId: string;
  /** Empty when unset. */
  readonly description: string;
  /** True for exactly one of an entity's references. */
  readonly isDefault: boolean;
}

/** How the voice of a built-in actor is chosen from the voices this machine has. */
export interface VoiceWish {
  readonly gender: 'MALE' | 'FEMALE';
  /** BCP 47, such as `en-US`. */
  readonly languageCode: string;
  /** Which of the fitting voices, from 0; counts round when there are fewer. */
  readonly turn: number;
}

/** An actor, product, visual style or slideshow theme, of a team or of the built-in catalogue. */
export interface Entity {
  readonly entityId: string;
  /** Null for the built-in catalogue, which every team may use. */
  readonly teamId: string | null;
  readonly entityType: EntityType;
  readonly name: string;
  /** Empty when unset. */
  readonly description: string;
  /** In the order they were added. */
  readonly references: readonly EntityReference[];
  readonly isBuiltIn: boolean;
  readonly isArchived: boolean;
  /** Unix seconds. */
  readonly createdAt: number;
  /** Unix seconds. */
  readonly updatedAt: number;
  /** What only entities of the built-in catalogue have; null for all others. */
  readonly builtIn: BuiltInTraits | null;
}

/** What the service itself knows of an entity of its catalogue. */
export interface BuiltInTraits {
  /** ACTOR: which drawn character it is, and who lends it a voice. */
  readonly actor: { readonly characterKey: string; readonly voice: VoiceWish } | null;
  /** VISUAL_STYLE: the words that steer drawing, as an `aiStyle` would. */
  readonly styleText: string | null;
  /** SLIDESHOW_THEME: colours, fonts and layout. */
  readonly theme: SlideshowTheme | null;
}

/** The reference an entity is shown by; null for one without any. */
export function defaultReference(entity: Entity): EntityReference | null {
  return entity.references.find((reference) => reference.isDefault) ?? entity.references[0] ?? null;
}

/** The words that steer drawing in a VISUAL_STYLE: its own, else its name and description. */
export function entityStyleText(entity: Entity): string {
  return (
    entity.builtIn?.styleText ?? [entity.name, entity.description].filter((text) => text !== '').join('. ')
  );
}
