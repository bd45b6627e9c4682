import { waitFor } from '../wait/waits.ts';
import { textOf, toolCallsOf } from '../message/message.ts';
import type { ChatModel } from '../model/chat-model.ts';
import type { ModelEvent } from '../model/model-event.ts';
import type { ModelRequest } from '../model/model-request.ts';
import { toJsonText } from '../tool/to-json-text.ts';

/** A model and a request for it. */
export interface ChatModelCase {
  readonly model: ChatModel;
  readonly request: ModelRequest;
}

/** Models and requests for the contract, created for each test. */
export interface ChatModelCases {
  /** Answered with text only. It may be requested several times, also concurrently. */
  readonly answer: ChatModelCase;
  /** Answered with at least one tool call. */
  readonly toolCall: ChatModelCase;
  /** The answer begins and then stalls; `ended` resolves once the request is closed. */
  readonly hanging: ChatModelCase & { ended(): Promise<unknown> };
  close?(): Promise<void>;
}

/** The functions of a test framework that the contract needs, for example `{ describe, it }` of vitest. */
export interface TestFramework {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly it: (name: string, body: () => Promise<void>) => unknown;
}

/** The tests that every {@link ChatModel} passes. */
export function chatModelContract(
  name: string,
  setup: () => ChatModelCases | Promise<ChatModelCases>,
  { describe, it }: TestFramework,
): void {
  const test = (title: string, body: (cases: ChatModelCases) => Promise<void>): void => {
    it(title, async () => {
      const cases = await setup();
      try {
        await soon(body(cases));
      } finally {
        await cases.close?.();
      }
    });
  };

  describe(`ChatModel contract: ${name}`, () => {
    test('starts with message_start and ends with the one message_complete', async ({ answer, toolCall }) => {
      for (const events of [await collect(answer), await collect(toolCall)]) {
        expectEqual(events[0]?.type, 'message_start', 'the first event');
        expectEqual(events.filter(isTerminal).length, 1, 'the number of terminal events');
        expectEqual(events.at(-1)?.type, 'message_complete', 'the last event');
      }
    });

    test('streams the text of the message that it completes', async ({ answer }) => {
      const events = await collect(answer);
      const { message } = completion(events);
      const streamed = events.map((event) => (event.type === 'content_delta' ? event.text : '')).join('');
      expectEqual(streamed, textOf(message), 'the joined deltas');
      expect(streamed.length > 0, 'the answer has words');
    });

    test('streams the tool calls of the message that it completes', async ({ toolCall }) => {
      const events = await collect(toolCall);
      const calls = toolCallsOf(completion(events).message);
      const started = events.filter((event) => event.type === 'tool_use_start');
      expect(calls.length > 0, 'the answer has a tool call');
      expectEqual(
        started.map(({ id }) => id),
        calls.map(({ id }) => id),
        'the ids that were started',
      );
      expectEqual(
        started.map((event) => event.name),
        calls.map((call) => call.name),
        'the names that were started',
      );
      for (const call of calls) {
        const json = events.map((event) =>
          event.type === 'tool_use_input' && event.id === call.id ? event.delta : '',
        );
        expectEqual(JSON.parse(json.join('') || '{}'), call.input, `the joined input of ${call.id}`);
      }
    });

    test('counts tokens in finite numbers', async ({ answer }) => {
      for (const [field, count] of Object.entries(completion(await collect(answer)).usage)) {
        expect(Number.isFinite(count) && count >= 0, `usage.${field} is a count, not ${count}`);
      }
    });

    test('answers a request with ABORTED when it was aborted before it began', async ({ answer }) => {
      expectAborted(await collect(answer, AbortSignal.abort()));
    });

    test('ends with ABORTED when it is aborted while it streams', async ({ hanging }) => {
      const controller = new AbortController();
      expectAborted(await collect(hanging, controller.signal, () => controller.abort()));
      await hanging.ended();
    });

    test('closes the request when the reader stops reading', async ({ hanging }) => {
      for await (const _ of stream(hanging)) break;
      await hanging.ended();
    });

    test('keeps concurrent requests apart', async ({ answer, toolCall, hanging }) => {
      const controller = new AbortController();
      const others = [collect(answer), collect(toolCall), collect(answer)];
      const aborted = collect(hanging, controller.signal, () => controller.abort());
      for (const events of await Promise.all(others)) completion(events);
      expectAborted(await aborted);
    });
  });
}

function stream({ model, request }: ChatModelCase, signal = new AbortController().signal): AsyncIterable<ModelEvent> {
  return model.stream(request, signal);
}

async function collect(
  chatModelCase: ChatModelCase,
  signal?: AbortSignal,
  onEvent: () => void = () => undefined,
): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of stream(chatModelCase, signal)) {
    events.push(event);
    onEvent();
  }
  return events;
}

/** Fails a test that hangs. */
function soon<Result>(work: Promise<Result>): Promise<Result> {
  return waitFor(() => work, { signal: new AbortController().signal, timeoutMs: 10_000 });
}

function isTerminal({ type }: ModelEvent): boolean {
  return type === 'message_complete' || type === 'error';
}

function completion(events: readonly ModelEvent[]): Extract<ModelEvent, { type: 'message_complete' }> {
  const last = events.at(-1);
  if (last?.type === 'message_complete') return last;
  throw new Error(`Expected the answer to complete, but it ended with ${toJsonText(last)}.`);
}

function expectAborted(events: readonly ModelEvent[]): void {
  const last = events.at(-1);
  expectEqual(events.filter(isTerminal).length, 1, 'the number of terminal events');
  expectEqual(last?.type === 'error' ? last.error.code : last?.type, 'ABORTED', 'the last event');
}

function expectEqual(actual: unknown, expected: unknown, what: string): void {
  expect(toJsonText(actual) === toJsonText(expected), `${what} is ${toJsonText(expected)}, not ${toJsonText(actual)}`);
}

function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Expected that ${what}.`);
}
