import { expect } from 'vitest';
import type { ScriptedTurn } from '../../../src/testing/index.ts';
import { expectAnswered, restartsOf } from '../outcome.ts';
import { everyWire, type LoopQuirk } from '../quirk.ts';

const chatCompletions = ['openrouter', 'ollama', 'openai-compatible'];
const oslo = { id: 'call_1', name: 'weather', input: { place: 'Oslo' } };
const usage = { inputTokens: 9, outputTokens: 40 };
const done = { text: 'In Oslo.' };

/** Returns a Gemini candidate without text, or with only the end of it. */
function geminiEnd(finishReason: string, ...parts: readonly object[]): ScriptedTurn {
  const usageMetadata = { promptTokenCount: 9, totalTokenCount: 9 };
  return {
    events: [{ data: { candidates: [{ content: { role: 'model', parts }, finishReason, index: 0 }], usageMetadata } }],
  };
}

/** Expects that the model is asked once more with this text, and answers. */
function isAskedAgain(reason: string, words: RegExp): LoopQuirk['holds'] {
  return (outcome) => {
    const { result, bodies } = outcome;
    expect(result).toMatchObject({ stopReason: 'final', finalMessage: done.text });
    expect(restartsOf(outcome)).toEqual([[reason, 0]]);
    expect(JSON.stringify(bodies.at(-2))).not.toMatch(words);
    expect(JSON.stringify(bodies.at(-1))).toMatch(words);
    expect(JSON.stringify(result.messages)).not.toMatch(words);
    expectAnswered(result);
  };
}

const whenEmpty = isAskedAgain('empty', /Your last answer was empty/);
const whenCallMissing = isAskedAgain('empty', /contained none/);

function failsToForm(id: string, turn: ScriptedTurn, source: string): LoopQuirk {
  return {
    id: `${id}, asked again`,
    row: 'an answer can fail to form',
    source,
    wires: ['google'],
    script: [turn, done],
    holds: whenCallMissing,
  };
}

function withoutCalls(raw: string, wires: readonly string[], source: string): LoopQuirk {
  return {
    id: `${raw} without calls, asked again`,
    row: 'an end says calls, and there are none',
    source,
    wires,
    script: [{ text: '', finish: { raw }, usage }, done],
    holds: whenCallMissing,
  };
}

/** The loop's recovery from invalid answers. */
export const recoveries: readonly LoopQuirk[] = [
  failsToForm('MALFORMED_FUNCTION_CALL', geminiEnd('MALFORMED_FUNCTION_CALL'), 'pydantic/pydantic-ai #3300'),
  failsToForm(
    'MALFORMED_FUNCTION_CALL with the tail of the call as words',
    geminiEnd('MALFORMED_FUNCTION_CALL', { text: ',place:Oslo})' }),
    'vellum-ai/vellum-assistant #43134',
  ),
  failsToForm('UNEXPECTED_TOOL_CALL', geminiEnd('UNEXPECTED_TOOL_CALL'), 'epam/ai-dial-adapter-vertexai #325'),
  {
    id: 'MALFORMED_FUNCTION_CALL for ever',
    row: 'an answer can fail to form',
    source: 'pydantic/pydantic-ai #3300',
    wires: ['google'],
    script: [{ ...geminiEnd('MALFORMED_FUNCTION_CALL'), times: 2 }],
    holds: ({ result }) =>
      expect(result).toMatchObject({ stopReason: 'model_error', finalMessage: '', usage: { inputTokens: 18 } }),
  },
  {
    id: 'STOP with nothing, asked again',
    row: 'an answer can fail to form',
    source: 'AstrBotDevs/AstrBot #6735',
    wires: ['google'],
    script: [geminiEnd('STOP'), done],
    holds: whenEmpty,
  },
  withoutCalls('tool_calls', chatCompletions, 'vllm-project/vllm #53255'),
  withoutCalls('tool_use', ['anthropic'], 'mastra-ai/mastra #14187'),
  {
    id: 'words that announce a call, asked again',
    row: 'an end says calls, and there are none',
    source: 'rescrv/claudius #106',
    wires: ['anthropic'],
    script: [{ text: 'Let me look.', finish: { raw: 'tool_use' } }, done],
    holds: whenCallMissing,
  },
  {
    id: 'empty from the start, asked again',
    row: 'a final answer is empty',
    source: 'BerriAI/litellm #24453',
    wires: everyWire,
    script: [{ usage }, done],
    holds: whenEmpty,
  },
  {
    id: 'empty after tools, asked for words',
    row: 'a final answer is empty',
    source: 'anthropics/claude-code #33757',
    wires: [...everyWire, 'ollama-native'],
    script: [{ toolCalls: [oslo] }, { usage }, done],
    holds: (outcome, wire) => {
      whenEmpty(outcome, wire);
      expect(JSON.stringify(outcome.bodies[2])).toMatch(
        wire === 'ollama-native' ? /Answer now/ : /"tool_choice":"none"|"tool_choice":\{"type":"none"\}|"mode":"NONE"/,
      );
    },
  },
  {
    id: 'empty for ever',
    row: 'a final answer is empty',
    source: 'archestra-ai/archestra #5487',
    wires: everyWire,
    script: [{ usage, times: 2 }],
    holds: ({ result }) => {
      expect(result).toMatchObject({ stopReason: 'model_error', finalMessage: '', usage: { inputTokens: 18 } });
      expect(result.error).toMatchObject({ message: 'The model gave no answer.' });
    },
  },
  {
    id: 'half a call at the output limit, asked again with more room',
    row: 'half a call is no call',
    source: 'mastra-ai/mastra #15717; jaseci-labs/jac #6766',
    wires: everyWire.filter((wire) => wire !== 'google'),
    script: [
      { toolCalls: [{ ...oslo, input: '{"place":"Os' }], finish: 'length', usage },
      { toolCalls: [oslo], usage },
      done,
    ],
    config: { maxOutputTokens: 50 },
    holds: (outcome) => {
      const { result, bodies } = outcome;
      expect(result).toMatchObject({ stopReason: 'final', toolCallsExecuted: [{ input: oslo.input, isError: false }] });
      expect(restartsOf(outcome)).toEqual([['truncated', 0]]);
      expect(JSON.stringify(bodies[0])).toMatch(/"max_(?:output_)?tokens":50\b/);
      expect(JSON.stringify(bodies[1])).toMatch(/"max_(?:output_)?tokens":100\b/);
      expectAnswered(result);
    },
  },
  {
    id: 'a refusal ends the run',
    row: 'refusals and limits have names of their own',
    source: 'Anthropic docs: Handling stop reasons',
    wires: ['anthropic'],
    script: [{ text: 'I will not.', finish: { raw: 'refusal' } }],
    holds: ({ result }) => expect(result).toMatchObject({ stopReason: 'refused', finalMessage: 'I will not.' }),
  },
  {
    id: 'a full context ends the run',
    row: 'refusals and limits have names of their own',
    source: 'Anthropic docs: Handling stop reasons',
    wires: ['anthropic'],
    script: [{ text: 'Well, ', finish: { raw: 'model_context_window_exceeded' } }],
    holds: ({ result }) => expect(result).toMatchObject({ stopReason: 'truncated', finalMessage: 'Well, ' }),
  },
  {
    id: 'a pause with calls goes on',
    row: 'a pause is an end',
    source: 'Anthropic docs: Handling stop reasons',
    wires: ['anthropic'],
    script: [{ toolCalls: [oslo], finish: { raw: 'pause_turn' } }, done],
    holds: ({ result }) =>
      expect(result).toMatchObject({ stopReason: 'final', toolCallsExecuted: [{ input: oslo.input }] }),
  },
  {
    id: 'calls are run after any reason',
    row: 'finish reasons are anything',
    source: 'OpenRouterTeam/ai-sdk-provider #166; Hugging Face TGI API reference: FinishReason',
    wires: chatCompletions,
    script: [
      { toolCalls: [oslo], finish: { raw: null }, usage },
      { toolCalls: [{ ...oslo, id: 'call_2', input: { place: 'Rome' } }], finish: { raw: 'eos_token' }, usage },
      done,
    ],
    holds: ({ result }) => {
      expect(result).toMatchObject({ stopReason: 'final', finalMessage: done.text });
      expect(result.toolCallsExecuted).toHaveLength(2);
      expectAnswered(result);
    },
  },
  {
    id: 'calls are run after stop',
    row: 'an end says stop, and there are calls',
    source: 'symfony/ai #2543',
    wires: chatCompletions,
    script: [{ toolCalls: [oslo], finish: { raw: 'stop' } }, done],
    holds: ({ result }) =>
      expect(result).toMatchObject({ stopReason: 'final', toolCallsExecuted: [{ input: oslo.input }] }),
  },
];
