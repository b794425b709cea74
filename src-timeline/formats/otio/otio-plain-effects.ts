import { z } from 'zod';
import { metadataOf } from './otio-nodes.ts';
import type { OtioEffect } from './otio-schema.ts';

const resolveParameterSchema = z.object({
  'Parameter Value': z.unknown(),
  'Default Parameter Value': z.unknown(),
  'Key Frames': z.record(z.string(), z.unknown()).nullish().catch(null),
});

const resolveEffectSchema = z.object({
  'Effect Name': z.string().optional().catch(undefined),
  Enabled: z.boolean().catch(true),
  Parameters: z.array(resolveParameterSchema).optional().catch(undefined),
});

const premiereParameterSchema = z.object({
  DisplayName: z.string().catch(''),
  StartValue: z.object({ Value: z.unknown() }).optional().catch(undefined),
  Keyframes: z
    .array(z.object({ Value: z.unknown() }))
    .optional()
    .catch(undefined),
});

const premiereEffectSchema = z.object({
  IsIntrinsic: z.boolean().catch(false),
  MatchName: z.string().catch(''),
  Parameters: z.array(premiereParameterSchema).catch([]),
});

const resolveOf = (effect: OtioEffect): z.infer<typeof resolveEffectSchema> =>
  metadataOf(effect, 'Resolve_OTIO', resolveEffectSchema);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * True if the effect is off or no value was changed. Resolve lists the panels of its inspector for every clip, with the
 * changed values.
 */
function changesNothingInResolve(effect: OtioEffect): boolean {
  const { Enabled: isOn, Parameters: parameters } = resolveOf(effect);
  const isChanged = (parameter: z.infer<typeof resolveParameterSchema>): boolean =>
    Object.keys(parameter['Key Frames'] ?? {}).length > 0 ||
    !isSame(parameter['Parameter Value'], parameter['Default Parameter Value']);
  return !isOn || (parameters !== undefined && !parameters.some(isChanged));
}

const middle = { X: 0.5, Y: 0.5 };

/** Default values of Premiere's own effects, which every clip has. */
const premiereDefaults: Readonly<Record<string, unknown>> = {
  Position: middle,
  'Anchor Point': middle,
  Scale: 100,
  'Scale Width': 100,
  Rotation: 0,
  'Anti-flicker Filter': 0,
  Opacity: 100,
  Balance: 0.5,
  'Crop Left': 0,
  'Crop Top': 0,
  'Crop Right': 0,
  'Crop Bottom': 0,
};

function changesNothingInPremiere(effect: OtioEffect): boolean {
  const {
    IsIntrinsic: isIntrinsic,
    MatchName: id,
    Parameters,
  } = metadataOf(effect, 'PremierePro_OTIO', premiereEffectSchema);
  const isChanged = ({
    DisplayName: name,
    StartValue: start,
    Keyframes: keyframes = [],
  }: Premiere): boolean =>
    keyframes.length > 0 ||
    (start !== undefined && name in premiereDefaults && !isSame(start.Value, premiereDefaults[name]));
  return (isIntrinsic || id === 'PanProcessor') && !Parameters.some(isChanged);
}

type Premiere = z.infer<typeof premiereParameterSchema>;

/** True for an effect that is switched off, or that a program adds to every clip and nobody changed. */
export function isPlainOtioEffect(effect: OtioEffect): boolean {
  return effect.enabled === false || changesNothingInResolve(effect) || changesNothingInPremiere(effect);
}

/** Returns the name that its program shows. Resolve names every effect alike and has the real name in its metadata. */
export function nameOfOtioEffect(effect: OtioEffect): string {
  return resolveOf(effect)['Effect Name'] ?? (effect.effect_name || effect.name || '');
}
