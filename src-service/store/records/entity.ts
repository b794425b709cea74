import type { SlideshowTheme } from '@dailies/media';
import type { EntityType } from '../../../src-shared/api/entities.ts';

/** A picture or document of an entity (contract supplement §4.7). */
export interface EntityReference {
  readonly fileId: string;
  /** Empty when unset. */
  readonly description: string;
  /** True for exactly one of an entity's references. */
  readonly isDefault: boolean;
}

/** Criteria for choosing a built-in actor's voice from the voices on this machine. */
export interface VoiceWish {
  readonly gender: 'MALE' | 'FEMALE';
  /** BCP 47, such as `en-US`. */
  readonly languageCode: string;
  /** Index among the fitting voices, from 0; wraps around if there are fewer. */
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
  /** Traits of an entity in the built-in catalogue; null for others. */
  readonly builtIn: BuiltInTraits | null;
}

/** The service's own data about an entity of its catalogue. */
export interface BuiltInTraits {
  /** ACTOR: the drawn character and its voice. */
  readonly actor: { readonly characterKey: string; readonly voice: VoiceWish } | null;
  /** VISUAL_STYLE: words that steer the drawing, like an `aiStyle`. */
  readonly styleText: string | null;
  /** SLIDESHOW_THEME: colours, fonts and layout. */
  readonly theme: SlideshowTheme | null;
}

/** Returns the reference that represents an entity; null if it has none. */
export function defaultReference(entity: Entity): EntityReference | null {
  return entity.references.find((reference) => reference.isDefault) ?? entity.references[0] ?? null;
}

/** Returns the words that steer the drawing in a VISUAL_STYLE: its own, else its name and description. */
export function entityStyleText(entity: Entity): string {
  return (
    entity.builtIn?.styleText ?? [entity.name, entity.description].filter((text) => text !== '').join('. ')
  );
}
