import { z } from 'zod';
import { idSchema, pageOf, unixSecondsSchema } from './common.ts';

/** Specification §6. */
const webhookEvents = [
  'workflow_run.succeeded',
  'workflow_run.failed',
  'workflow_run.cancelled',
  'project_export.succeeded',
  'project_export.failed',
  'project_export.cancelled',
  'tool_execution.succeeded',
  'tool_execution.failed',
  'tool_execution.cancelled',
  'assistant_message.succeeded',
  'assistant_message.failed',
  'assistant_message.cancelled',
  'file.upload.completed',
  'file.upload.failed',
  'file.playback_ready',
  'file.download_ready',
  'file.analysis_completed',
  'file.analysis_failed',
] as const;
/** The events an endpoint can subscribe to. */
export type WebhookEvent = (typeof webhookEvents)[number];

export const createWebhookEndpointSchema = z.object({
  url: z.url().max(2_000),
  events: z.array(z.enum(webhookEvents)).min(1),
  description: z.string().max(1_000).nullish(),
});

/** Contract supplement §4.9. The service returns `signingSecret` once, at creation. */
export const webhookEndpointSchema = z.object({
  endpointId: idSchema,
  url: z.string(),
  events: z.array(z.string()),
  description: z.string().nullable(),
  createdAt: unixSecondsSchema,
  signingSecret: z.string().nullish(),
  signingSecretLast4: z.string().optional(),
});
export const webhookEndpointListSchema = pageOf('endpoints', webhookEndpointSchema);
