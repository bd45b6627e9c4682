import { AppError } from '../error/app-error.ts';
import { silentLogger, type Logger } from '../logger/logger.ts';
import type { AITool } from '../model/ai-tool.ts';
import type { BoundTool } from '../tool/bound-tool.ts';
import { toAITool } from '../tool/to-ai-tool.ts';

/** The most that every provider takes: OpenAI refuses more. */
const mostTools = 128;
/** From here on models are known to choose worse. */
const manyTools = 40;

/** The tools of one run, in a stable order: a model's prompt cache lasts while their list does. */
export class Toolbox {
  readonly #tools = new Map<string, BoundTool>();
  #described: readonly AITool[] = [];

  /** @throws AppError `VALIDATION_ERROR` when there are more than a provider may take. */
  constructor(tools: readonly BoundTool[], logger: Logger = silentLogger) {
    const count = tools.length;
    if (count > mostTools) {
      const message = `tools: ${count} are too many; some providers take ${mostTools} at the most. Select those that the run needs.`;
      throw new AppError({ code: 'VALIDATION_ERROR', message });
    }
    if (count > manyTools) logger.warn('models choose badly among so many tools', { tools: count, best: manyTools });
    for (const tool of tools) this.#tools.set(tool.name, tool);
    this.#described = tools.map(toAITool);
  }

  /** The tools as a model is told of them. */
  get described(): readonly AITool[] {
    return this.#described;
  }

  has(name: string): boolean {
    return this.#tools.has(name);
  }

  names(): string[] {
    return [...this.#tools.keys()];
  }

  get(name: string): BoundTool | undefined {
    return this.#tools.get(name);
  }

  /** What to say about a tool that there is not. */
  missing(name: string): AppError {
    const available = this.#tools.size === 0 ? 'none' : this.names().join(', ');
    return new AppError({ code: 'NOT_FOUND', message: `There is no tool "${name}". Available tools: ${available}.` });
  }

  get isFull(): boolean {
    return this.#tools.size >= mostTools;
  }

  /** Puts a tool at the end of the list. */
  add(tool: BoundTool): void {
    this.#tools.set(tool.name, tool);
    this.#described = [...this.#described, toAITool(tool)];
  }
}
