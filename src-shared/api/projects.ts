import { z } from 'zod';
import {
  aspectRatioSchema,
  idSchema,
  jobFields,
  markModeSchema,
  openEnum,
  pageOf,
  pageQueryFields,
  queryBooleanSchema,
  unixSecondsSchema,
} from './common.ts';
import { fileInfoSchema } from './files.ts';
import { inAnyCase } from './old-names.ts';

/** The project record (contract supplement §4.3). */
export const projectSchema = z.object({
  projectId: idSchema,
  assistantId: z.string().nullable(),
  title: z.string(),
  aspectRatio: aspectRatioSchema,
  status: openEnum(['generating', 'ready']),
  createdAt: unixSecondsSchema,
  updatedAt: unixSecondsSchema,
  projectUrl: z.string(),
});
export type ProjectRecord = z.infer<typeof projectSchema>;

export const projectListQuerySchema = z.object({
  ...pageQueryFields,
  selfOnly: queryBooleanSchema.optional(),
  includeUiProjects: queryBooleanSchema.optional(),
});
export const projectListSchema = pageOf('projects', projectSchema);

/** Lines on the short side: 480, 720, 1080, 2160. */
export const exportQualitySchema = z.enum(['STANDARD', 'HIGH', 'FULL_HIGH', 'ULTRA_HIGH']);
export type ExportQuality = z.infer<typeof exportQualitySchema>;

/** Maximum number of destinations of one export. */
export const maxDestinations = 20;

/** Further destination of an export (specification §2.6; names from contract supplement §4.3). */
const deliveryDestinationSchema = z
  .object({
    integrationConnectionId: idSchema,
    type: inAnyCase(z.enum(['SLACK_CHANNEL', 'GOOGLE_DRIVE_FOLDER'])),
    slackChannelId: z.string().nullish(),
    googleDriveFolderId: z.string().nullish(),
  })
  .refine((destination) => destination.type !== 'SLACK_CHANNEL' || Boolean(destination.slackChannelId), {
    path: ['slackChannelId'],
    message: 'is required when type is SLACK_CHANNEL',
  })
  .refine(
    (destination) => destination.type !== 'GOOGLE_DRIVE_FOLDER' || Boolean(destination.googleDriveFolderId),
    {
      path: ['googleDriveFolderId'],
      message: 'is required when type is GOOGLE_DRIVE_FOLDER',
    },
  );

export const exportProjectSchema = z.object({
  quality: exportQualitySchema.default('FULL_HIGH'),
  watermarkMode: markModeSchema.default('AUTO'),
  endScreenMode: markModeSchema.default('AUTO'),
  deliveryDestinations: z.array(deliveryDestinationSchema).max(maxDestinations).default([]),
});
export type ExportOptions = z.infer<typeof exportProjectSchema>;
export const startedExportSchema = z.object({ exportId: idSchema });

/** Specification §2.5. Every nullable field is always present. */
export const projectExportSchema = z.object({
  exportId: idSchema,
  projectId: idSchema,
  ...jobFields,
  downloadUrl: z.string().nullable(),
  downloadUrlExpiresAt: unixSecondsSchema.nullable(),
  thumbnailUrl: z.string().nullable(),
  thumbnailUrlExpiresAt: unixSecondsSchema.nullable(),
  exportFileId: idSchema.nullable(),
  file: fileInfoSchema.nullable(),
});
export type ProjectExport = z.infer<typeof projectExportSchema>;
export const projectExportListSchema = pageOf('exports', projectExportSchema);

export const interchangeFormatSchema = z.enum(['FCPXML', 'PREMIERE_XML', 'OTIO', 'SRT']);
export type InterchangeFormat = z.infer<typeof interchangeFormatSchema>;
export const interchangeDeliverySchema = z.enum(['REMOTE_URLS', 'BUNDLE']);

export const createInterchangeSchema = z.object({
  format: interchangeFormatSchema.default('FCPXML'),
  mediaDelivery: interchangeDeliverySchema.default('REMOTE_URLS'),
});
export const startedInterchangeSchema = z.object({ interchangeJobId: idSchema });

/** The interchange job (contract supplement §4.3). */
export const interchangeSchema = z.object({
  interchangeJobId: idSchema,
  projectId: idSchema,
  format: interchangeFormatSchema,
  mediaDelivery: interchangeDeliverySchema,
  ...jobFields,
  downloadUrl: z.string().nullable(),
  downloadUrlExpiresAt: unixSecondsSchema.nullable(),
  interchangeFileId: idSchema.nullable(),
  file: fileInfoSchema.nullable(),
});
export type Interchange = z.infer<typeof interchangeSchema>;
