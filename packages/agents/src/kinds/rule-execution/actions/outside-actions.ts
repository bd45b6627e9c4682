import {
  AppError,
  callTool as callBoundTool,
  createToolExecutionContext,
  type JsonValue,
  toJsonText,
} from '@shipmate/core';
import { isAskable } from '@shipmate/domain/access';
import type { ActionConfigOf } from '@shipmate/domain/workflow';
import type { RuleActionContext, RuleActionHandler } from '../rule-action.ts';

/** Time for the rule's owner to approve a call, in milliseconds. */
const approvalMs = 7 * 24 * 3_600_000;

/** Sends an HTTP request to an allowed host. */
export const callWebhook: RuleActionHandler<ActionConfigOf<'call_webhook'>> = {
  kind: 'external',
  isRepeatable: ({ method }) => method === 'GET',
  async execute({ webhooks }, config, { signal, secrets, principal }) {
    const { timeout_seconds: seconds, expected_status_codes: expected, method, body } = config;
    const { headers = {} } = await secrets.open(principal, config);
    const timeout = AbortSignal.timeout(seconds * 1_000);
    try {
      const request = { url: config.url, method, headers, body: body === undefined ? undefined : toJsonText(body) };
      const { status, text } = await webhooks.request(request, AbortSignal.any([signal, timeout]));
      const answer = withoutSecrets(text, { stored: config.headers ?? {}, sent: headers });
      return { port: portOf(status, expected), output: { status, body: answer } };
    } catch (thrown) {
      if (timeout.aborted && !signal.aborted) return { port: 'timeout', output: { timeout_seconds: seconds } };
      throw thrown;
    }
  },
};

/** Calls a tool under the rights of the rule's owner, who approves destructive calls and changes of guarded families first. */
export const callTool: RuleActionHandler<ActionConfigOf<'call_tool'>> = {
  kind: 'external',

  asks(config, context) {
    const tool = requireTool(config, context);
    const effect = tool.effect(tool.parse(config.input));
    return isAskable(tool, effect) ? { wakeInMs: approvalMs, approvers: [context.principal.userId] } : undefined;
  },

  isRepeatable(config, context) {
    const tool = requireTool(config, context);
    return tool.idempotent || tool.effect(tool.parse(config.input)) === 'read';
  },

  async execute(_ports, config, context) {
    const { execution, principal, signal, logger } = context;
    const tool = requireTool(config, context);
    const toolContext = createToolExecutionContext({ principal, runId: execution.id, signal, logger });
    const called = await callBoundTool(tool, config.input, { context: toolContext });
    if (called.status !== 'completed') {
      const { code, message } = called.error;
      // The tool may have taken effect, so the call is not retried.
      throw new AppError({ code, message, cause: called.error, recoverable: false });
    }
    const output = JSON.parse(toJsonText(called.output ?? null)) as JsonValue;
    return { port: tool.isFailure?.(called.output) === true ? 'failure' : 'success', output };
  },
};

/** A server may repeat the headers of a request; the output of a step is shown to every member. */
function withoutSecrets(
  text: string,
  { stored, sent }: Readonly<Record<'stored' | 'sent', Readonly<Record<string, string>>>>,
): string {
  const secrets = Object.entries(sent).filter(([name, value]) => stored[name] !== value);
  const parts = secrets.flatMap(([, value]) => [value, ...value.split(/\s+/)]).filter((part) => part.length >= 8);
  return parts.reduce((rest, part) => rest.replaceAll(part, '[secret]'), text);
}

function requireTool({ tool: name }: ActionConfigOf<'call_tool'>, { tools }: Pick<RuleActionContext, 'tools'>) {
  const tool = tools.get(name);
  if (tool !== undefined) return tool;
  throw new AppError({ code: 'NOT_FOUND', message: `Tool "${name}" not found, or not configured in this worker.` });
}

function portOf(status: number, expected: readonly number[] | undefined): string {
  if (expected !== undefined) {
    if (expected.includes(status)) return 'success';
  } else if (status >= 200 && status < 300) {
    return 'success';
  }
  if (status >= 500) return 'server_error';
  return status >= 400 ? 'client_error' : 'unexpected_response';
}
