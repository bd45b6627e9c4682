import { describe, expect, it } from 'vitest';
import { userMessage } from '../message/message.ts';
import type { ChatModel } from '../model/chat-model.ts';
import type { ModelEvent } from '../model/model-event.ts';
import type { ModelRequest } from '../model/model-request.ts';
import { chatModelContract, type ChatModelCases } from './chat-model-contract.ts';
import { ScriptedModel } from './scripted-model.ts';

const ask = (text: string): ModelRequest => ({ messages: [userMessage(text)] });
const asks = (text: string) => (request: ModelRequest) => JSON.stringify(request.messages).includes(text);

function createCases(): ChatModelCases {
  const answers = new ScriptedModel([
    { thinking: 'Hm.', text: ['Hel', 'lo.'], usage: { inputTokens: 3 }, times: Infinity },
  ]);
  const calls = new ScriptedModel([{ text: 'Looking.', toolCalls: [{ name: 'look', input: { at: [1, 'x'] } }] }]);
  const hangs = new ScriptedModel([{ text: 'Well', until: new Promise(() => undefined) }]);
  return {
    answer: { model: answers, request: ask('Hi') },
    toolCall: { model: calls, request: ask('Look') },
    hanging: { model: hangs, request: ask('Wait'), ended: () => hangs.idle() },
  };
}

chatModelContract('ScriptedModel', createCases, { describe, it });

describe('chatModelContract fails for a model that', () => {
  type Break = (events: AsyncIterable<ModelEvent>) => AsyncIterable<ModelEvent>;
  const breaks: Record<string, { break: Break; caught: RegExp }> = {
    'does not begin': {
      caught: /^starts with message_start/,
      break: async function* (events) {
        for await (const event of events) if (event.type !== 'message_start') yield event;
      },
    },
    'ends twice': {
      caught: /^starts with message_start/,
      break: async function* (events) {
        for await (const event of events) {
          yield event;
          if (event.type === 'message_complete') yield event;
        }
      },
    },
    'loses a delta': {
      caught: /^streams the text/,
      break: async function* (events) {
        let lost = false;
        for await (const event of events) {
          if (event.type !== 'content_delta' || lost) yield event;
          lost ||= event.type === 'content_delta';
        }
      },
    },
    'changes an id': {
      caught: /^streams the tool calls/,
      break: async function* (events) {
        for await (const event of events) yield event.type === 'tool_use_start' ? { ...event, id: 'other' } : event;
      },
    },
    miscounts: {
      caught: /^counts tokens/,
      break: async function* (events) {
        for await (const event of events) {
          yield event.type === 'message_complete'
            ? { ...event, usage: { ...event.usage, outputTokens: Number.NaN } }
            : event;
        }
      },
    },
  };

  it.each(Object.entries(breaks))('%s', async (_, { break: breakEvents, caught }) => {
    const failures: string[] = [];
    const tests: Promise<void>[] = [];
    const broken = (original: ChatModel): ChatModel => ({
      id: original.id,
      stream: (request, signal) => breakEvents(original.stream(request, signal)),
    });
    const setup = (): ChatModelCases => {
      const { answer, toolCall, hanging } = createCases();
      return {
        answer: { ...answer, model: broken(answer.model) },
        toolCall: { ...toolCall, model: broken(toolCall.model) },
        hanging,
      };
    };
    chatModelContract('broken', setup, {
      describe: (_name, body) => body(),
      it: (title, body) => tests.push(body().catch(() => void failures.push(title))),
    });
    await Promise.all(tests);
    expect(failures).toEqual([expect.stringMatching(caught)]);
  });
});

async function answerOf(model: ChatModel, text: string): Promise<string> {
  let answer = '';
  for await (const event of model.stream(ask(text), new AbortController().signal)) {
    if (event.type === 'content_delta') answer += event.text;
    if (event.type === 'error') answer += event.error.message;
  }
  return answer;
}

it('ScriptedModel chooses the first step that accepts the request', async () => {
  using model = new ScriptedModel([
    { when: asks('weather'), text: 'Rain.', times: 2 },
    { text: 'First.' },
    { text: 'Second.' },
  ]);
  const asked = ['hello', 'the weather?', 'hello again', 'weather!'];
  const answers: string[] = [];
  for (const text of asked) answers.push(await answerOf(model, text));
  expect(answers).toEqual(['First.', 'Rain.', 'Second.', 'Rain.']);
  expect(model.requests.map(({ messages }) => messages)).toEqual(asked.map((text) => [userMessage(text)]));
});

it('ScriptedModel answers an unexpected request with an error and fails the assertion', async () => {
  const model = new ScriptedModel([{ text: 'Once.' }]);
  await answerOf(model, 'one');
  expect(await answerOf(model, 'two')).toBe('No step is left for request 2, that ends with user "two".');
  expect(() => model.assertConsumed()).toThrow('No step is left for request 2');
});

it.each([
  [{ text: 'Never.' }, 'Step 1 was used 0 times of 1.'],
  [{ text: 'Never.', times: Infinity }, 'Step 1 was used 0 times of Infinity.'],
])('ScriptedModel fails the assertion for steps that were not used', (step, problem) => {
  expect(() => {
    using _ = new ScriptedModel([step]);
  }).toThrow(problem);
});
