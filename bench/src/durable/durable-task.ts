import {
  bindTools,
  defineTool,
  noUsage,
  ToolRegistry,
  type AssistantMessage,
  type ChatModel,
  type ModelEvent,
} from '../../../packages/core/src/index.ts';
import { callOf, deltas, readTurns, weather } from './weather-task.ts';

const usage = { ...noUsage, inputTokens: 100, outputTokens: 20 };

const getWeather = defineTool({ ...weather, category: 'tables', effect: 'read' });

export const durableTools = new ToolRegistry(bindTools([getWeather], {})).freeze();

/** A model that answers at once: a read in each of the first turns, then a text. It keeps no state. */
export const durableModel: ChatModel = {
  id: 'instant:instant',
  async *stream({ messages }) {
    const turn = messages.filter(({ role }) => role === 'tool').length;
    yield* turn < readTurns ? callEvents(turn) : answerEvents();
  },
};

function callEvents(turn: number): readonly ModelEvent[] {
  const call = callOf(turn);
  const message: AssistantMessage = { role: 'assistant', content: [{ type: 'tool_call', ...call }] };
  return [
    { type: 'message_start' },
    { type: 'tool_use_start', id: call.id, name: call.name },
    { type: 'tool_use_input', id: call.id, delta: JSON.stringify(call.input) },
    { type: 'message_complete', finish: 'tool_calls', usage, message },
  ];
}

function answerEvents(): readonly ModelEvent[] {
  const message: AssistantMessage = { role: 'assistant', content: [{ type: 'text', text: deltas.join('') }] };
  return [
    { type: 'message_start' },
    ...deltas.map((text) => ({ type: 'content_delta' as const, text })),
    { type: 'message_complete', finish: 'stop', usage, message },
  ];
}
