import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import * as core from '../src/index.ts';
import * as tool from '../src/tool/index.ts';
import {
  createProvider,
  errorCodes,
  type AgenticResult,
  type BudgetLimit,
  type LoopHooks,
  type LoopOptions,
  type StopLimit,
  type ToolLoopConfig,
  type AIProvider,
  type LoopEvent,
  type ModelEvent,
  type StopReason,
} from '../src/index.ts';
import { ScriptedModel } from '../src/testing/index.ts';

// A failing pin means that a published name changes: change it here together with a changeset.

it('pins the names of AIProvider', () => {
  type Names =
    | 'sendMessage'
    | 'sendMessageWithTools'
    | 'toolLoop'
    | 'isInitialized'
    | 'getDefaultModel'
    | 'getProviderType';
  expectTypeOf<keyof AIProvider>().toEqualTypeOf<Names>();
  expect(Object.keys(createProvider(new ScriptedModel([]))).sort()).toEqual([
    'getDefaultModel',
    'getProviderType',
    'isInitialized',
    'sendMessage',
    'sendMessageWithTools',
    'toolLoop',
  ]);
});

it('pins the events of a loop and of a model', () => {
  expectTypeOf<LoopEvent['type']>().toEqualTypeOf<
    | 'turn_start'
    | 'turn_restarted'
    | 'context_compacted'
    | 'content_delta'
    | 'thinking_delta'
    | 'tool_call_start'
    | 'turn_end'
    | 'tool_call'
    | 'approval_required'
    | 'tool_output'
    | 'tool_result'
    | 'loop_end'
  >();
  expectTypeOf<ModelEvent['type']>().toEqualTypeOf<
    | 'message_start'
    | 'content_delta'
    | 'thinking_delta'
    | 'tool_use_start'
    | 'tool_use_input'
    | 'message_complete'
    | 'error'
  >();
});

it('pins the stop reasons and the result of a loop', () => {
  expectTypeOf<StopReason>().toEqualTypeOf<
    | 'final'
    | 'max_iterations'
    | 'budget'
    | 'repeated_call'
    | 'approval'
    | 'aborted'
    | 'truncated'
    | 'refused'
    | 'model_error'
  >();
  expectTypeOf<keyof AgenticResult>().toEqualTypeOf<
    | 'finalMessage'
    | 'iterations'
    | 'toolCallsExecuted'
    | 'totalTokens'
    | 'stopReason'
    | 'limit'
    | 'messages'
    | 'newMessages'
    | 'steps'
    | 'usage'
    | 'costUsd'
    | 'output'
    | 'error'
    | 'pending'
  >();
});

it('pins the error codes', () => {
  expect(errorCodes).toEqual([
    'VALIDATION_ERROR',
    'UNAUTHORIZED',
    'NOT_FOUND',
    'CONFLICT',
    'GONE',
    'PAYLOAD_TOO_LARGE',
    'RATE_LIMITED',
    'DATABASE_ERROR',
    'INTERNAL_ERROR',
    'EXTERNAL_API_ERROR',
    'UNAVAILABLE',
    'APPROVAL_REQUIRED',
    'TIMEOUT',
    'ABORTED',
  ]);
});

it('pins what a definition of a tool needs', () => {
  expect(Object.keys(tool).toSorted()).toEqual([
    'AppError',
    'defineTool',
    'defineToolFamily',
    'fenceText',
    'systemClock',
    'textSources',
    'toAppError',
    'toolNamePattern',
  ]);
  expect(core).toMatchObject(tool);
});

it('pins what the package exports', () => {
  expect(Object.keys(core).toSorted()).toEqual([
    'AppError',
    'ToolRegistry',
    'addCost',
    'addUsage',
    'bindTools',
    'callTool',
    'compactHistory',
    'composeHooks',
    'createBudget',
    'createProvider',
    'createToolError',
    'createToolExecutionContext',
    'defineTool',
    'defineToolFamily',
    'describeIssue',
    'dropFences',
    'dropReasoning',
    'errorCodes',
    'estimateTokens',
    'fenceText',
    'forProvider',
    'isLoopHistory',
    'jsonValueSchema',
    'mapConcurrently',
    'noUsage',
    'overrideTool',
    'previewCall',
    'readArguments',
    'readFences',
    'remoteTool',
    'repairJson',
    'repairToolName',
    'runToolLoop',
    'silentLogger',
    'systemClock',
    'textOf',
    'textSources',
    'toAITool',
    'toAppError',
    'toBoundTools',
    'toJsonText',
    'toOutcome',
    'toResultText',
    'toolCallsOf',
    'toolNamePattern',
    'unfenceText',
    'untrustedRule',
    'userMessage',
    'waitFor',
  ]);
});

it('pins the hooks, the limits and the options of a loop', () => {
  expectTypeOf<keyof LoopHooks>().toEqualTypeOf<'beforeTurn' | 'afterTurn' | 'beforeToolCall' | 'afterToolCall'>();
  expectTypeOf<BudgetLimit>().toEqualTypeOf<
    'iterations' | 'toolCalls' | 'inputTokens' | 'outputTokens' | 'tokens' | 'costUsd' | 'ms'
  >();
  expectTypeOf<StopLimit>().toEqualTypeOf<BudgetLimit | 'failures'>();
  expectTypeOf<keyof LoopOptions>().toEqualTypeOf<
    | 'maxIterations'
    | 'maxOutputTokens'
    | 'temperature'
    | 'signal'
    | 'toolTimeoutMs'
    | 'toolConcurrency'
    | 'maxResultChars'
    | 'operation'
    | 'budget'
    | 'costOf'
    | 'maxRepeats'
    | 'maxFailures'
    | 'fallbackModels'
    | 'retry'
    | 'contextTokens'
    | 'hooks'
    | 'approve'
    | 'journal'
    | 'onIteration'
    | 'onEvent'
  >();
  expectTypeOf<keyof ToolLoopConfig>().toEqualTypeOf<
    keyof LoopOptions | 'systemPrompt' | 'userMessage' | 'tools' | 'toolExecutor' | 'messages' | 'output'
  >();
});

it('toolLoop and runToolLoop type the output by its schema', () => {
  const model = new ScriptedModel([]);
  const provider = createProvider(model);
  const output = z.object({ cause: z.string() });
  const ask = (config: Omit<ToolLoopConfig, 'output'>) => ({
    typed: () => provider.toolLoop({ ...config, output }),
    plain: () => provider.toolLoop(config),
  });
  expectTypeOf(ask)
    .returns.toHaveProperty('typed')
    .returns.resolves.toHaveProperty('output')
    .toEqualTypeOf<{ cause: string } | undefined>();
  expectTypeOf(ask)
    .returns.toHaveProperty('plain')
    .returns.resolves.toHaveProperty('output')
    .toEqualTypeOf<undefined>();
  // @ts-expect-error -- a budget has no such limit
  expect(() => core.createBudget({ words: 1 })).not.toThrow();
});
