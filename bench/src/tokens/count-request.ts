import { encode } from '../../../packages/tools/test/support/tokenizer.ts';

/** What a request to a model takes, in tokens. */
export interface RequestTokens {
  readonly input: number;
  /** Of these, what the request before began with too: the most that any provider can have kept. */
  readonly cached: number;
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly content?: string | readonly Block[];
}

/** The body of a request to Anthropic's Messages API, as far as a model reads it. */
interface MessagesBody {
  readonly system?: string | readonly Block[];
  readonly tools?: readonly { readonly name: string; readonly description: string; readonly input_schema: unknown }[];
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[];
}

/** Counts the requests of a conversation by what was sent: tools, system prompt and all messages of each. */
export function countRequests(bodies: readonly unknown[]): readonly RequestTokens[] {
  const requests = bodies.map((body) => encode(textOfRequest(body as MessagesBody)));
  return requests.map((tokens, index) => {
    const before = requests[index - 1] ?? [];
    const end = tokens.findIndex((token, at) => token !== before[at]);
    return { input: tokens.length, cached: end === -1 ? tokens.length : end };
  });
}

/** Everything that a model reads of a request, in the order in which providers keep it. */
export function textOfRequest({ tools = [], system = [], messages }: MessagesBody): string {
  return [
    ...tools.map(({ name, description, input_schema }) => JSON.stringify({ name, description, input_schema })),
    textOf(system),
    ...messages.map(({ content }) => textOf(content)),
  ].join('\n');
}

function textOf(content: string | readonly Block[]): string {
  if (typeof content === 'string') return content;
  return content
    .map((block) => {
      if (block.type === 'tool_use') return `${block.name} ${JSON.stringify(block.input)}`;
      return block.type === 'tool_result' ? textOf(block.content ?? '') : (block.text ?? '');
    })
    .join('\n');
}
