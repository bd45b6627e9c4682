import { type ChatModel, type ModelRequest, textOf } from '@shipmate/core';
import { ScriptedModel, type ScriptedToolCall } from '@shipmate/core/testing';

/** The question of a request, the number of turns so far, and the latest result of each tool. */
export interface Choice {
  readonly question: string;
  readonly turn: number;
  /** Returns the latest result of a tool; throws when the tool has not answered. */
  readonly resultOf: (tool: string) => string;
}

/** Creates a model whose tool calls a rule computes from the question and the results of tools, and from nothing else. */
export function createChoosingModel(rule: (choice: Choice) => readonly ScriptedToolCall[]): ChatModel {
  let calls = 0;
  return {
    id: 'demo:shipmate-demo',
    stream(request, signal) {
      const toolCalls = rule(toChoice(request)).map((call) => ({ ...call, id: `call_${(calls += 1)}` }));
      return new ScriptedModel([{ toolCalls }]).stream(request, signal);
    },
  };
}

function toChoice({ messages }: ModelRequest): Choice {
  const [first] = messages;
  const results = messages.flatMap((message) => (message.role === 'tool' ? message.content : []));
  return {
    question: first === undefined ? '' : textOf(first),
    turn: messages.filter(({ role }) => role === 'assistant').length,
    resultOf(tool) {
      const result = results.findLast(({ name }) => name === tool);
      if (!result || result.isError) throw new Error(`"${tool}" has returned no result.`);
      return result.output;
    },
  };
}
