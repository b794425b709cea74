import { z } from 'zod';
import {
  apiErrorSchema,
  idSchema,
  openEnum,
  spokenTextSchema,
  reportedJobStatusSchema,
  unixSecondsSchema,
} from './common.ts';
import { startedWorkflowSchema } from './workflows.ts';

export const startAssistantSchema = z.object({
  message: spokenTextSchema,
  autoGenerate: z.boolean().default(false),
});
export const startedAssistantSchema = z.object({
  messageId: idSchema,
  assistantId: idSchema,
  projectId: idSchema,
  projectUrl: z.string().nullish(),
});

export const sendMessageSchema = z.object({ message: spokenTextSchema });
export const actOnSuggestionSchema = z.object({ decision: z.enum(['APPROVE', 'REJECT']).default('APPROVE') });
export const startedMessageSchema = z.object({ messageId: idSchema });

const messageFields = {
  messageId: idSchema,
  status: reportedJobStatusSchema,
  createdAt: unixSecondsSchema,
  attachments: z.array(z.object({ fileId: z.string().nullish(), displayName: z.string() })),
};

/** Contract supplement §4.4. */
export const assistantMessageSchema = z.discriminatedUnion('role', [
  z.object({ role: z.literal('user'), ...messageFields, content: z.string() }),
  z.object({
    role: z.literal('assistant'),
    ...messageFields,
    content: z.string().nullable(),
    workflowSuggestions: z.array(
      z.object({
        actionId: idSchema,
        workflowType: z.string(),
        title: z.string(),
        description: z.string(),
      }),
    ),
    actions: z.array(
      z.object({
        actionId: idSchema,
        kind: openEnum(['APPROVE_PLAN', 'APPLY_EDIT', 'RUN_TOOL', 'GENERATE', 'OPEN_IN_APP']),
        label: z.string(),
        requiresApp: z.boolean(),
        detail: z.object({
          summary: z.string().nullish(),
          creditsRemaining: z.number().int().nullish().catch(null),
          estimatedCredits: z.number().nullish(),
        }),
      }),
    ),
    generation: startedWorkflowSchema.nullable(),
    error: apiErrorSchema.nullable(),
  }),
]);
export type AssistantMessage = z.infer<typeof assistantMessageSchema>;

export const assistantSchema = z.object({
  assistantId: idSchema,
  projectId: idSchema,
  projectUrl: z.string(),
  messages: z.array(assistantMessageSchema),
});
