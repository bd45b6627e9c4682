import type { LanguageModelV4CallOptions, LanguageModelV4Message, SharedV4ProviderOptions } from '@ai-sdk/provider';

type Tail = Extract<LanguageModelV4Message, { role: 'user' | 'tool' }>;

/**
 * Marks where a prompt cache is written and looked up, for providers that require marks: after the last tool, after the
 * system prompt, and at the ends of this request and of the previous one. These are four, the most that Anthropic
 * accepts.
 *
 * The earlier end is marked because the cache lookup goes back a limited number of blocks only, and one turn of many
 * tool calls is longer than that.
 */
export function withCacheBreakpoints(
  { prompt, tools, ...options }: LanguageModelV4CallOptions,
  providerName: string,
): LanguageModelV4CallOptions {
  const providerOptions: SharedV4ProviderOptions = { [providerName]: { cacheControl: { type: 'ephemeral' } } };
  const lastTool = tools?.at(-1);
  const marked = prompt.slice();
  const [first] = prompt;
  if (first?.role === 'system') marked[0] = { ...first, providerOptions };
  for (const index of tailsOf(prompt)) {
    const tail = prompt[index];
    if (tail !== undefined && isTail(tail)) marked[index] = withMarkedEnd(tail, providerOptions);
  }
  return {
    ...options,
    prompt: marked,
    ...(tools !== undefined && {
      tools: tools.map((tool) => (tool === lastTool && tool.type === 'function' ? { ...tool, providerOptions } : tool)),
    }),
  };
}

/** Returns the indexes of the end of the previous request, which the model's last answer followed, and of this one. */
function tailsOf(prompt: LanguageModelV4CallOptions['prompt']): readonly number[] {
  const lastAnswer = prompt.findLastIndex(({ role }) => role === 'assistant');
  const previous = prompt.findLastIndex((message, index) => index < lastAnswer && isTail(message));
  return [...new Set([previous, prompt.findLastIndex(isTail)])].filter((index) => index >= 0);
}

function isTail(message: LanguageModelV4Message): message is Tail {
  return message.role === 'user' || message.role === 'tool';
}

/** Marks the last part: some packages apply a message's own options to each of its parts. */
function withMarkedEnd(message: Tail, providerOptions: SharedV4ProviderOptions): Tail {
  const last = message.content.at(-1);
  const content = message.content.map((part) => (part === last ? { ...part, providerOptions } : part));
  return { ...message, content } as Tail;
}
