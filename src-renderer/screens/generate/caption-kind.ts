import type { DraftFields } from '../../state/draft-fields.ts';

/** How captions look: as the service makes them, in a look of one's own, or not at all. */
export const captionKinds = ['automatic', 'own', 'hidden'] as const;
export type CaptionKind = (typeof captionKinds)[number];

export function captionKindOf(style: DraftFields['captionStyle']): CaptionKind {
  if (style === undefined) return 'automatic';
  return style === null ? 'hidden' : 'own';
}

/** What changes by choosing a kind. The own look is kept while another kind is chosen. */
export function withCaptionKind(
  { captionStyle, keptCaptionStyle }: Pick<DraftFields, 'captionStyle' | 'keptCaptionStyle'>,
  chosen: CaptionKind,
): Pick<DraftFields, 'captionStyle' | 'keptCaptionStyle'> {
  const kept = captionStyle ?? keptCaptionStyle;
  return {
    keptCaptionStyle: kept,
    captionStyle: { automatic: undefined, own: kept ?? {}, hidden: null }[chosen],
  };
}
