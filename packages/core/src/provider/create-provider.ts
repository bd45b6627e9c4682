import type { AgenticResult } from '../loop/agentic-result.ts';
import { runToolLoop } from '../loop/run-tool-loop.ts';
import type { LoopOptions, RunToolLoopConfig } from '../loop/tool-loop-config.ts';
import { userMessage } from '../message/message.ts';
import type { ChatModel } from '../model/chat-model.ts';
import { toBoundTools } from '../tool/to-bound-tools.ts';
import { createToolExecutionContext } from '../tool/tool-execution-context.ts';
import type { AIProvider, AIResponse } from './ai-provider.ts';

/** Options that all calls of a provider share. A call's own options override them. */
export interface ProviderOptions extends Omit<LoopOptions, 'maxIterations' | 'operation'> {
  /** Identity for tool calls, and the logger. By default a local caller and no log. */
  readonly context?: RunToolLoopConfig['context'];
}

/** Creates an {@link AIProvider} for a model. */
export function createProvider(model: ChatModel, options: ProviderOptions = {}): AIProvider {
  const shared = { ...options, context: options.context ?? localContext() };
  const run = <Output = undefined>(
    config: Omit<RunToolLoopConfig<Output>, 'context'>,
  ): Promise<AgenticResult<Output>> => runToolLoop(model, { ...shared, ...config });
  const [providerType = '', ...modelName] = model.id.split(':');

  return {
    async sendMessage(message, operation) {
      return toResponse(
        await run({ messages: [userMessage(message)], tools: [], maxIterations: 1, ...named(operation) }),
      );
    },
    // oxlint-disable-next-line eslint/max-params -- the port's signature
    async sendMessageWithTools(message, tools, toolExecutor, operation) {
      const result = await run({
        messages: [userMessage(message)],
        tools: toBoundTools(tools, toolExecutor),
        maxIterations: 2,
        ...named(operation),
      });
      return { ...toResponse(result), toolCalls: result.toolCallsExecuted };
    },
    async toolLoop({ userMessage: text, messages = [], tools, toolExecutor, ...config }) {
      return run({ ...config, messages: [...messages, userMessage(text)], tools: toBoundTools(tools, toolExecutor) });
    },
    isInitialized: () => true,
    getDefaultModel: () => modelName.join(':'),
    getProviderType: () => providerType,
  };
}

/** One round was requested, so its limit of turns is no early stop. */
function toResponse({ error, finalMessage: content, usage, stopReason }: AgenticResult): AIResponse {
  if (error !== undefined) throw error;
  return { content, usage, stopReason: stopReason === 'max_iterations' ? 'final' : stopReason };
}

function named(operation: string | undefined): { readonly operation?: string } {
  return operation === undefined ? {} : { operation };
}

function localContext(): RunToolLoopConfig['context'] {
  return createToolExecutionContext({ principal: { userId: 'local', organizationId: 'local', via: 'local' } });
}
