import fc from 'fast-check';
import { toolCallsOf, type Message, type ProviderMetadata, type ToolCallPart } from '../../src/index.ts';

const metadata: fc.Arbitrary<ProviderMetadata> = fc.dictionary(
  fc.constantFrom('anthropic', 'google', 'openai'),
  fc.record({ signature: fc.string() }),
  { minKeys: 1, maxKeys: 2 },
);
const text = fc.record(
  { type: fc.constant('text' as const), text: fc.string(), metadata },
  { requiredKeys: ['type', 'text'] },
);
const reasoning = fc.record(
  { type: fc.constant('reasoning' as const), text: fc.string(), metadata },
  { requiredKeys: ['type', 'text'] },
);
const call = fc.record(
  {
    type: fc.constant('tool_call' as const),
    id: fc.uuid(),
    name: fc.constantFrom('kubectl_get', 'kubectl_logs'),
    input: fc.constant({}),
    metadata,
  },
  { requiredKeys: ['type', 'id', 'name', 'input'] },
);
const output = fc.oneof(
  fc.string(),
  fc.nat(8000).map((length) => 'x'.repeat(length)),
);

function answered(calls: readonly ToolCallPart[], outputs: readonly string[]): Message {
  const content = calls.map(({ id, name }, index) => {
    return { type: 'tool_result' as const, id, name, output: outputs[index] ?? '', isError: false };
  });
  return { role: 'tool', content };
}

const turn = fc
  .tuple(fc.array(fc.oneof(text, reasoning, call), { maxLength: 4 }), fc.array(output, { maxLength: 4 }))
  .map(([content, outputs]): Message[] => {
    const message = { role: 'assistant' as const, content };
    const calls = toolCallsOf(message);
    return calls.length === 0 ? [message] : [message, answered(calls, outputs)];
  });
const question = fc.record({
  role: fc.constant('user' as const),
  content: fc.array(text, { minLength: 1, maxLength: 2 }),
});

/** Any valid history. */
export const histories: fc.Arbitrary<readonly Message[]> = fc
  .array(
    fc.oneof(
      turn,
      question.map((message): Message[] => [message]),
    ),
    { maxLength: 10 },
  )
  .map((parts) => parts.flat());

/** The calls of each answer and the results that follow it, by id: they are the same in a valid history. */
export function callsAndResults(messages: readonly Message[]): {
  readonly calls: string[];
  readonly results: string[];
} {
  const calls = messages.flatMap((message, index) => {
    return message.role === 'assistant' ? toolCallsOf(message).map(({ id }) => `${id} in ${index + 1}`) : [];
  });
  const results = messages.flatMap((message, index) => {
    return message.role === 'tool' ? message.content.map(({ id }) => `${id} in ${index}`) : [];
  });
  return { calls, results };
}
