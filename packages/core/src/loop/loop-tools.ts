import { z } from 'zod';
import { AppError } from '../error/app-error.ts';
import { fenceText } from '../fence/fence-text.ts';
import { bindTools } from '../tool/bind-tools.ts';
import { sliceCharacters } from '../tool/bound-text.ts';
import type { BoundTool } from '../tool/bound-tool.ts';
import { defineTool } from '../tool/define-tool.ts';

/** The tool by which a model gives an answer that matches a schema. */
export interface FinishTool<Output = unknown> {
  readonly tool: BoundTool;
  /** The answer, once the model has given it. */
  readonly answer: () => { readonly value: Output } | undefined;
}

/** Makes a finish tool. A schema that is not an object is wrapped as `{ answer }`, because a tool's input is an object. */
export function createFinishTool<Output>(schema: z.ZodType<Output>): FinishTool<Output> {
  let answer: { readonly value: Output } | undefined;
  const isObject = schema instanceof z.ZodObject;
  const definition = defineTool({
    name: 'submit_answer',
    description: 'Gives your final answer and ends the work. Call it once, alone, when you are done.',
    category: 'loop',
    effect: 'read',
    exclusive: true,
    input: isObject ? schema : z.object({ answer: schema }),
    output: z.literal('Accepted.'),
    toModel: (output) => output,
    async execute(input) {
      answer = { value: (isObject ? input : input['answer']) as Output };
      return 'Accepted.' as const;
    },
  });
  return { tool: bindTools([definition], {})[0] as BoundTool, answer: () => answer };
}

/** Name of the tool that reads the rest of a bounded result. A caller's own tool of this name replaces it. */
export const readResultName = 'read_result';

/** The call that reads a kept result from an offset, as the notice in a bounded result names it. */
export function readOn(handle: string, offset: number): string {
  return `${readResultName} {"handle":"${handle}","offset":${offset}} reads on`;
}

/** Characters for the tags around a page. */
const fenceRoom = 54;

/** Creates the tool that reads kept results page by page. A page is fenced: it may begin inside a fence of the whole result. */
export function createReadResult(results: ResultStore, pageChars: number): BoundTool {
  const definition = defineTool({
    name: readResultName,
    description:
      'Reads on in the result of an earlier tool call of which you have seen only a part. The part that was left out names ' +
      'the handle and the offset to read from; each page names the offset of the next.',
    category: 'loop',
    effect: 'read',
    input: z.object({
      handle: z.string().describe('Names the result, for example "r1".'),
      offset: z.number().int().min(0).default(0).describe('The character to begin at.'),
    }),
    output: z.string(),
    toModel: (page) => page,
    async execute({ handle, offset }) {
      const text = results.get(handle);
      if (text === undefined) {
        throw new AppError({ code: 'NOT_FOUND', message: `Nothing is kept under "${handle}". Call the tool again.` });
      }
      const header = (end: number): string => {
        const next = end < text.length ? readOn(handle, end) : 'this is its end';
        return `[characters ${offset} to ${end} of ${text.length}; ${next}]\n`;
      };
      const room = pageChars - header(text.length - 1).length - fenceRoom;
      const page = sliceCharacters(text, offset, Math.min(offset + room, text.length));
      return header(offset + page.length) + fenceText(page, { source: 'result' });
    },
  });
  return bindTools([definition], {})[0] as BoundTool;
}

/** Texts of results that exceeded their bound, up to a total size, for the duration of a run. */
export class ResultStore {
  readonly #texts = new Map<string, string>();
  readonly #handles = new Map<string, string>();
  readonly #maxChars: number;
  #chars = 0;

  constructor(maxChars = 16_000_000) {
    this.#maxChars = maxChars;
  }

  /** Keeps a call's result and returns its handle. The first text kept for a call, the whole one, stays. */
  keep(toolCallId: string, text: string): string {
    const known = this.#handles.get(toolCallId);
    if (known !== undefined) return known;
    const handle = `r${this.#handles.size + 1}`;
    this.#handles.set(toolCallId, handle);
    this.#texts.set(handle, text);
    this.#chars += text.length;
    this.#evict();
    return handle;
  }

  get(handle: string): string | undefined {
    return this.#texts.get(handle);
  }

  /** Drops the oldest texts until the rest fits. The newest stays whatever its length. */
  #evict(): void {
    for (const [handle, text] of this.#texts) {
      if (this.#chars <= this.#maxChars || this.#texts.size === 1) return;
      this.#texts.delete(handle);
      this.#chars -= text.length;
    }
  }
}
