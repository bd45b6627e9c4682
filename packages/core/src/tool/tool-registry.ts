import { AppError } from '../error/app-error.ts';
import type { BoundTool } from './bound-tool.ts';

/** A selection of tools. */
export interface ToolSelection {
  readonly toolCategories?: readonly string[];
  /** Names of single tools. */
  readonly tools?: readonly string[];
}

/** The tools of one application: registered once, then frozen. */
export class ToolRegistry {
  readonly #tools = new Map<string, BoundTool>();
  #frozen = false;

  constructor(tools: readonly BoundTool[] = []) {
    for (const tool of tools) this.register(tool);
  }

  /** @throws AppError `CONFLICT` when the name is taken or the registry is frozen. */
  register(tool: BoundTool): void {
    if (this.#frozen)
      throw new AppError({ code: 'CONFLICT', message: `The registry is frozen; "${tool.name}" cannot be added.` });
    if (this.#tools.has(tool.name))
      throw new AppError({ code: 'CONFLICT', message: `A tool "${tool.name}" exists already.` });
    this.#tools.set(tool.name, tool);
  }

  get(name: string): BoundTool | undefined {
    return this.#tools.get(name);
  }

  /** By name, in the order of registration. */
  getAll(): Readonly<Record<string, BoundTool>> {
    return Object.fromEntries(this.#tools);
  }

  getByCategory(category: string): readonly BoundTool[] {
    return [...this.#tools.values()].filter((tool) => tool.category === category);
  }

  /**
   * The tools of a profile, each once: those of its categories, then those that it names.
   *
   * @throws AppError `NOT_FOUND` with the categories and names that are not registered.
   */
  getToolsForContext({ toolCategories = [], tools = [] }: ToolSelection): readonly BoundTool[] {
    const missing = [
      ...toolCategories.filter((category) => this.getByCategory(category).length === 0),
      ...tools.filter((name) => !this.#tools.has(name)),
    ];
    if (missing.length > 0) {
      throw new AppError({
        code: 'NOT_FOUND',
        message: `No tool is registered as ${missing.join(', ')}.`,
        details: { tools: missing },
      });
    }
    const ofCategories = toolCategories.flatMap((category) => this.getByCategory(category));
    return [...new Set([...ofCategories, ...tools.flatMap((name) => this.#tools.get(name) ?? [])])];
  }

  /** Freezes the registry and returns it. */
  freeze(): this {
    this.#frozen = true;
    return this;
  }
}
