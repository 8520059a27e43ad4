// The wire form of every error: the plain body, and FastAPI's detail list for 422.
import { z } from 'zod';

export const errorBody = z
  .object({
    error: z.string().meta({ description: 'A code of the error table.' }),
    message: z.string().meta({ description: 'What happened and what to do next.' }),
    request_id: z.string(),
    upgrade_url: z.url().optional(),
    retry_after_seconds: z.int().optional(),
  })
  .meta({ id: 'Error' });

export const validationIssue = z
  .object({
    loc: z.array(z.union([z.string(), z.int()])),
    msg: z.string(),
    type: z.string(),
    input: z.unknown().optional(),
    ctx: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'ValidationIssue' });
export type ValidationIssue = z.infer<typeof validationIssue>;

export const validationErrorBody = z
  .object({
    detail: z.array(validationIssue),
    error: z.literal('validation_failed'),
    message: z.string(),
    request_id: z.string(),
  })
  .meta({ id: 'ValidationError' });
