import { z } from 'zod';
import { AppError } from '../error/app-error.ts';
import { bindTools } from '../tool/bind-tools.ts';
import type { BoundTool } from '../tool/bound-tool.ts';
import { defineTool } from '../tool/define-tool.ts';
import { wholeCharacters } from './bound-text.ts';
import type { ResultStore } from './result-store.ts';

/** The name of the tool that reads on in a result that was cut. A caller's own tool of this name takes its place. */
export const readResultName = 'read_result';

/** How a model goes on reading, in the words of a cut. */
export function readOn(handle: string, offset: number): string {
  return `${readResultName} {"handle":"${handle}","offset":${offset}} reads on`;
}

/** Makes the tool that reads kept results page by page. */
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
      const room = pageChars - header(text.length - 1).length;
      const page = wholeCharacters(text, offset, Math.min(offset + room, text.length));
      return header(offset + page.length) + page;
    },
  });
  return bindTools([definition], {})[0] as BoundTool;
}
