// Runs one tool call: parse the arguments, call the handler, present the result or the error.
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { type McpToolName, mcpTools, type McpTool } from '../contract/mcp-tools.ts';
import { validationIssues } from '../contract/validation-issues.ts';
import { AppError } from '../operations/app-error.ts';
import type { Context } from '../operations/context.ts';
import { progressTeller } from './progress.ts';
import { resourceLinks } from './resource-links.ts';
import { toolHandlers } from './tool-handlers.ts';
import { followsWork, waitWithProgress } from './wait-with-progress.ts';

type Handler = (ctx: Context, args: unknown) => Promise<object>;

const parseArguments = (tool: McpTool, given: unknown): Record<string, unknown> => {
  const parsed = tool.input.safeParse(given ?? {}, { reportInput: true });
  if (parsed.success) return parsed.data;
  const detail = validationIssues('body', parsed.error).map((issue) => ({
    ...issue,
    loc: issue.loc.slice(1),
  }));
  throw new AppError('validation_failed', { detail });
};

const sentenceOf = (error: AppError): string => {
  if (!error.detail?.length) return error.message;
  const told = error.detail.slice(0, 5).map(({ loc, msg }) => `${loc.join('.') || 'arguments'}: ${msg}`);
  return `Some arguments are not valid. ${told.join('; ')}.`;
};

/** The contract's form of a tool error. */
const presentError = (error: AppError, siteUrl: string): CallToolResult => {
  const body = {
    error: error.code,
    message: sentenceOf(error),
    ...(error.code === 'limit_reached' || error.code === 'plan_required'
      ? { upgrade_url: `${siteUrl}/pricing` }
      : {}),
    ...(error.retryAfterSeconds === undefined ? {} : { retry_after_seconds: error.retryAfterSeconds }),
    ...(error.detail ? { detail: error.detail } : {}),
  };
  return { isError: true, structuredContent: body, content: [{ type: 'text', text: JSON.stringify(body) }] };
};

const asAppError = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError('internal_error', { cause: error });

export const runTool = async (
  ctx: Context,
  name: McpToolName,
  given: unknown,
  exchange: ServerContext,
): Promise<CallToolResult> => {
  const { log, env } = ctx.services;
  try {
    const args = parseArguments(mcpTools[name], given);
    const handler = toolHandlers[name] as Handler;
    const tell = followsWork(name) ? progressTeller(exchange) : null;
    const result = tell
      ? await waitWithProgress(ctx, args, (stepArgs) => handler(ctx, stepArgs), tell)
      : await handler(ctx, args);
    return {
      structuredContent: result as Record<string, unknown>,
      content: [{ type: 'text', text: JSON.stringify(result) }, ...resourceLinks(result)],
    };
  } catch (error) {
    const known = asAppError(error);
    if (known.code === 'internal_error') {
      log.error('mcp_tool_failed', { tool: name, request_id: ctx.requestId, error: known.cause ?? known });
    }
    return presentError(known, env.SITE_URL);
  }
};
