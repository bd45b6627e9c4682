import { AppError } from '../error/app-error.ts';
import { silentLogger, type Logger } from '../logger/logger.ts';
import type { AssistantMessage, ToolCallPart } from '../message/message.ts';
import type { AITool } from '../model/ai-tool.ts';
import { repairJson } from '../repair/repair-json.ts';
import { repairToolName } from '../repair/repair-tool-name.ts';
import type { BoundTool } from '../tool/bound-tool.ts';
import { toAITool } from '../tool/to-ai-tool.ts';
import { createReadResult, readOn, readResultName, ResultStore } from './loop-tools.ts';

/** The most tools that every provider accepts: OpenAI refuses more. */
const maxTools = 128;
/** Above this number models are known to choose worse. */
const manyTools = 40;

/** Options for {@link Toolbox}. */
interface ToolboxOptions {
  /** Characters of one page of `read_result`. */
  readonly pageChars: number;
  readonly logger?: Logger;
}

/**
 * The tools of one run, in a stable order: a model's prompt cache holds only while the list stays the same. It keeps the results
 * that the model has seen in part, and adds `read_result` to the list with the first of them.
 */
export class Toolbox {
  readonly #tools = new Map<string, BoundTool>();
  readonly #results = new ResultStore();
  readonly #pageChars: number;
  #described: readonly AITool[] = [];
  #isReadable: boolean | undefined;

  /** @throws AppError `VALIDATION_ERROR` for more tools than every provider accepts. */
  constructor(tools: readonly BoundTool[], { pageChars, logger = silentLogger }: ToolboxOptions) {
    const count = tools.length;
    if (count > maxTools) {
      const message = `tools: ${count} are too many; some providers take ${maxTools} at the most. Select those that the run needs.`;
      throw new AppError({ code: 'VALIDATION_ERROR', message });
    }
    if (count > manyTools) logger.warn('models choose badly among so many tools', { tools: count, best: manyTools });
    for (const tool of tools) this.#tools.set(tool.name, tool);
    this.#pageChars = pageChars;
    this.#described = tools.map(toAITool);
  }

  /** The tools' descriptions for a model. */
  get described(): readonly AITool[] {
    return this.#described;
  }

  get(name: string): BoundTool | undefined {
    return this.#tools.get(name);
  }

  /** The error for a call of a tool that does not exist. */
  notFound(name: string): AppError {
    const available = this.#tools.size === 0 ? 'none' : this.#names().join(', ');
    return new AppError({ code: 'NOT_FOUND', message: `Tool "${name}" not found. Available tools: ${available}.` });
  }

  /**
   * Keeps a result for `read_result` and returns its handle; `undefined` if the caller has a tool of that name, or if one more
   * tool would be too many.
   */
  keepResult(toolCallId: string, text: string): string | undefined {
    this.#isReadable ??= this.#addReadResult();
    return this.#isReadable ? this.#results.keep(toolCallId, text) : undefined;
  }

  /** As {@link keepResult}; returns the next step for a cut at an offset. */
  keepCut(toolCallId: string, text: string): ((offset: number) => string) | undefined {
    const handle = this.keepResult(toolCallId, text);
    return handle === undefined ? undefined : (offset) => readOn(handle, offset);
  }

  /**
   * Repairs tool names and arguments that a model got nearly right. Anything ambiguous stays as it is, and so do the arguments
   * of a destructive tool.
   */
  repairCalls(message: AssistantMessage): AssistantMessage {
    const isBroken = (part: AssistantMessage['content'][number]): boolean =>
      part.type === 'tool_call' && (part.malformed === true || !this.#tools.has(part.name));
    if (!message.content.some(isBroken)) return message;
    const content = message.content.map((part) => (part.type === 'tool_call' ? this.#repairCall(part) : part));
    return { role: 'assistant', content };
  }

  #repairCall(call: ToolCallPart): ToolCallPart {
    const name = this.#tools.has(call.name) ? call.name : (repairToolName(call.name, this.#names()) ?? call.name);
    const tool = this.#tools.get(name);
    const input = tool === undefined ? undefined : repairedInput(call, tool);
    if (input === undefined) return name === call.name ? call : { ...call, name };
    const { malformed: _, ...rest } = call;
    return { ...rest, name, input };
  }

  #names(): string[] {
    return [...this.#tools.keys()];
  }

  #addReadResult(): boolean {
    if (this.#tools.size >= maxTools || this.#tools.has(readResultName)) return false;
    const tool = createReadResult(this.#results, this.#pageChars);
    this.#tools.set(tool.name, tool);
    this.#described = [...this.#described, toAITool(tool)];
    return true;
  }
}

/** The repaired arguments, if the tool accepts them. */
function repairedInput({ input, malformed }: ToolCallPart, tool: BoundTool): unknown {
  if (malformed !== true || typeof input !== 'string' || tool.worstEffect === 'destructive') return undefined;
  const repaired = repairJson(input);
  try {
    tool.parse(repaired);
    return repaired;
  } catch {
    return undefined;
  }
}
