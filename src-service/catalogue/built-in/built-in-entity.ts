import { createHash } from 'node:crypto';
import type { EntityType } from '../../../src-shared/api/entities.ts';
import type { BuiltInTraits, Entity } from '../../store/records/entity.ts';

/**
 * Returns the id of a catalogue item. It is the same on every machine and at every start.
 * @param key unique within its kind; never changes once published.
 */
function catalogueId(kind: 'enti' | 'file', key: string): string {
  const digest = createHash('sha256').update(`built-in ${kind} ${key}`);
  if (kind === 'enti') return `vg_enti_${digest.digest('hex').slice(0, 12)}`;
  return `vg_file_${digest.digest('base64url').slice(0, 22)}`;
}

/** When the catalogue was made, in Unix seconds. */
const catalogueTime = 1_767_225_600;

/** A built-in entity with its picture. */
export interface BuiltInEntity {
  readonly entity: Entity;
  readonly picture: CataloguePicture;
}

/** A picture shipped with the app in `resources/catalogue`, with a smaller copy. */
export interface CataloguePicture {
  readonly fileId: string;
  readonly displayName: string;
  readonly fileName: string;
  readonly smallFileName: string;
  readonly width: number;
  readonly height: number;
  readonly smallWidth: number;
  readonly smallHeight: number;
}

interface PictureShape {
  readonly width: number;
  readonly height: number;
}

/** Size of the pictures by kind, in pixels. */
const pictureShapes: Readonly<Record<EntityType, PictureShape>> = {
  ACTOR: { width: 1024, height: 1024 },
  PRODUCT: { width: 1024, height: 1024 },
  VISUAL_STYLE: { width: 1280, height: 720 },
  SLIDESHOW_THEME: { width: 1280, height: 720 },
};
/** The long side of the small copies, in pixels. */
const smallSide = 480;

/** Makes a catalogue entity. @param key part of its id and its file's name; never changes. */
export function builtInEntity(
  entityType: EntityType,
  key: string,
  shown: { readonly name: string; readonly description: string; readonly picture: string },
  traits: Partial<BuiltInTraits> = {},
): BuiltInEntity {
  const name = `${entityType.toLowerCase().replaceAll('_', '-')}-${key}`;
  const { width, height } = pictureShapes[entityType];
  const scale = smallSide / Math.max(width, height);
  const fileId = catalogueId('file', name);
  const picture = {
    fileId,
    displayName: shown.name,
    width,
    height,
    fileName: `${name}.webp`,
    smallFileName: `${name}.small.webp`,
    smallWidth: Math.round(width * scale),
    smallHeight: Math.round(height * scale),
  };
  const entity = {
    entityId: catalogueId('enti', name),
    teamId: null,
    entityType,
    name: shown.name,
    description: shown.description,
    references: [{ fileId, description: shown.picture, isDefault: true }],
    isBuiltIn: true,
    isArchived: false,
    createdAt: catalogueTime,
    updatedAt: catalogueTime,
    builtIn: { actor: null, styleText: null, theme: null, ...traits },
  };
  return { entity, picture };
}
