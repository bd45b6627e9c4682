import { expect } from 'vitest';
import type { ScriptedAnswer } from '../../../src/testing/index.ts';
import { completed, failed } from '../../ask.ts';
import type { AnswerQuirk } from '../quirk.ts';

const chatCompletions = ['openrouter', 'ollama', 'openai-compatible'];
const call = { id: 'call_1', name: 'weather', input: { place: 'Oslo' } };
const usage = { inputTokens: 9, outputTokens: 4 };
const [text, half] = ['Rain in Oslo.', { ...call, input: '{"place":"Os' }];

function endsWith(finish: string, content: readonly object[]): AnswerQuirk['holds'] {
  return ({ events }) => expect(completed(events)).toMatchObject({ finish, message: { content } });
}

function fails(error: object, spent: object = {}): AnswerQuirk['holds'] {
  return ({ events }) => expect(failed(events)).toMatchObject({ error, ...spent });
}

function reasonlessEnd(id: string, answer: ScriptedAnswer, holds: AnswerQuirk['holds']): AnswerQuirk {
  return {
    id,
    row: 'finish reasons are anything',
    source: 'OpenRouterTeam/ai-sdk-provider #166',
    wires: chatCompletions,
    script: [{ finish: { raw: null }, ...answer }],
    holds,
  };
}

function failsToForm(reason: string, holds: AnswerQuirk['holds']): AnswerQuirk {
  const content = { role: 'model', parts: [] };
  const usageMetadata = { promptTokenCount: 9, totalTokenCount: 9 };
  return {
    id: reason,
    row: 'an answer can fail to form',
    source: 'Gemini API reference: FinishReason; google-gemini-php/client #137; pydantic/pydantic-ai #3300',
    wires: ['google'],
    script: [{ events: [{ data: { candidates: [{ content, finishReason: reason, index: 0 }], usageMetadata } }] }],
    holds,
  };
}

/** Quirks of the ends of answers. */
export const ends: readonly AnswerQuirk[] = [
  reasonlessEnd('null with calls', { toolCalls: [call], usage }, endsWith('tool_calls', [call])),
  reasonlessEnd('null with calls and no usage', { toolCalls: [call] }, endsWith('tool_calls', [call])),
  reasonlessEnd('null with words and usage', { text, usage }, endsWith('other', [{ text }])),
  reasonlessEnd(
    'null with half a call',
    { toolCalls: [half] },
    fails({ code: 'EXTERNAL_API_ERROR', recoverable: true }),
  ),
  {
    id: 'eos_token with calls',
    row: 'finish reasons are anything',
    source: 'Hugging Face TGI API reference: FinishReason',
    wires: chatCompletions,
    script: [{ toolCalls: [call], finish: { raw: 'eos_token' } }],
    holds: endsWith('tool_calls', [call]),
  },
  {
    id: 'eos_token with words',
    row: 'finish reasons are anything',
    source: 'Hugging Face TGI API reference: FinishReason',
    wires: chatCompletions,
    script: [{ text, finish: { raw: 'eos_token' } }],
    holds: endsWith('other', [{ text }]),
  },
  {
    id: 'stop with calls',
    row: 'an end says stop, and there are calls',
    source: 'anomalyco/opencode #14972',
    wires: chatCompletions,
    script: [{ toolCalls: [call], finish: { raw: 'stop' } }],
    holds: endsWith('tool_calls', [call]),
  },
  {
    id: 'end_turn with calls',
    row: 'an end says stop, and there are calls',
    source: 'LiteLLM and other proxies of the Messages API',
    wires: ['anthropic'],
    script: [{ toolCalls: [call], finish: { raw: 'end_turn' } }],
    holds: endsWith('tool_calls', [call]),
  },
  {
    id: 'tool_calls without calls',
    row: 'an end says calls, and there are none',
    source: 'mastra-ai/mastra #14187; vllm-project/vllm #53255',
    wires: chatCompletions,
    script: [{ text: '', finish: { raw: 'tool_calls' }, usage }],
    holds: endsWith('tool_calls', []),
  },
  {
    id: 'tool_use without calls',
    row: 'an end says calls, and there are none',
    source: 'mastra-ai/mastra #14187',
    wires: ['anthropic'],
    script: [{ text, finish: { raw: 'tool_use' } }],
    holds: endsWith('tool_calls', [{ text }]),
  },
  {
    id: 'pause_turn',
    row: 'a pause is an end',
    source: 'Anthropic docs: Handling stop reasons',
    wires: ['anthropic'],
    script: [{ text, finish: { raw: 'pause_turn' } }],
    holds: endsWith('stop', [{ text }]),
  },
  {
    id: 'refusal',
    row: 'refusals and limits have names of their own',
    source: 'Anthropic docs: Handling stop reasons',
    wires: ['anthropic'],
    script: [{ text, finish: { raw: 'refusal' } }],
    holds: endsWith('content_filter', [{ text }]),
  },
  {
    id: 'model_context_window_exceeded',
    row: 'refusals and limits have names of their own',
    source: 'Anthropic docs: Handling stop reasons',
    wires: ['anthropic'],
    script: [{ text, finish: { raw: 'model_context_window_exceeded' } }],
    holds: endsWith('length', [{ text }]),
  },
  {
    id: 'whole call at the output limit',
    row: 'refusals and limits have names of their own',
    source: 'Anthropic docs: Handling stop reasons, max_tokens during tool use',
    wires: ['anthropic', 'openai', 'google', ...chatCompletions],
    script: [{ toolCalls: [call], finish: 'length' }],
    holds: endsWith('length', [call]),
  },
  {
    id: 'half a call at the output limit',
    row: 'half a call is no call',
    source: 'OpenAI API reference: incomplete_details; mastra-ai/mastra #15717',
    wires: ['anthropic', 'openai', ...chatCompletions],
    script: [{ toolCalls: [half], finish: 'length' }],
    holds: endsWith('length', [{ name: 'weather', input: half.input, malformed: true }]),
  },
  failsToForm('MALFORMED_FUNCTION_CALL', endsWith('tool_calls', [])),
  failsToForm('UNEXPECTED_TOOL_CALL', endsWith('tool_calls', [])),
  failsToForm('STOP', endsWith('stop', [])),
  {
    id: 'empty answer',
    row: 'a final answer is empty',
    source: 'pydantic/pydantic-ai #631',
    wires: ['anthropic', 'openai', 'google', ...chatCompletions],
    script: [{ usage }],
    holds: endsWith('stop', []),
  },
];
