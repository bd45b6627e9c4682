import { encode } from '../../../packages/tools/test/support/tokenizer.ts';

/** The size of a request to a model, in tokens. */
export interface RequestTokens {
  readonly input: number;
  /** Length of the common prefix with the request before: the maximum that a provider can have cached. */
  readonly cached: number;
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly content?: string | readonly Block[];
}

/** The part of a request body of Anthropic's Messages API that a model reads. */
interface MessagesBody {
  readonly system?: string | readonly Block[];
  readonly tools?: readonly { readonly name: string; readonly description: string; readonly input_schema: unknown }[];
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[];
}

/** Counts the tokens of a conversation's requests from their bodies: tools, system prompt and all messages of each. */
export function countRequests(bodies: readonly unknown[]): readonly RequestTokens[] {
  const requests = bodies.map((body) => encode(textOfRequest(body as MessagesBody)));
  return requests.map((tokens, index) => {
    const before = requests[index - 1] ?? [];
    const end = tokens.findIndex((token, at) => token !== before[at]);
    return { input: tokens.length, cached: end === -1 ? tokens.length : end };
  });
}

/** Returns all text of a request that a model reads, in the order in which providers cache it. */
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
