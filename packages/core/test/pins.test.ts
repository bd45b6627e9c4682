import { expect, expectTypeOf, it } from 'vitest';
import {
  createProvider,
  errorCodes,
  type AgenticResult,
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

it('pins why a loop ends and what its result is made of', () => {
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
  >();
});

it('pins the error codes', () => {
  expect(errorCodes).toEqual([
    'VALIDATION_ERROR',
    'UNAUTHORIZED',
    'NOT_FOUND',
    'CONFLICT',
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
