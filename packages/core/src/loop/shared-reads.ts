import { toJsonText } from '../tool/to-json-text.ts';
import type { BoundTool } from '../tool/bound-tool.ts';
import type { SharedOutput } from '../tool/call-tool.ts';
import type { LoopSettings } from './loop-settings.ts';

/** The reads of one run: an identical read that is in progress or cached is not executed again. */
export class SharedReads {
  readonly #settings: Pick<LoopSettings, 'toolCache' | 'context'>;
  readonly #inProgress = new Map<string, Promise<unknown>>();

  constructor(settings: Pick<LoopSettings, 'toolCache' | 'context'>) {
    this.#settings = settings;
  }

  /** Answers a read. Reads with the same `key`, tool and input, are identical. */
  async read(tool: BoundTool, key: string, execute: () => Promise<unknown>): Promise<SharedOutput> {
    const { toolCache, context } = this.#settings;
    const cached = tool.cache && toolCache.get(cacheKey(context, key));
    if (cached !== undefined) return { output: cached.output, reused: true };
    const earlier = this.#inProgress.get(key);
    if (earlier !== undefined) return { output: await earlier, reused: true };

    const execution = execute();
    this.#inProgress.set(key, execution);
    try {
      const output = await execution;
      if (tool.cache !== undefined) toolCache.set(cacheKey(context, key), output, tool.cache.ttlMs);
      return { output, reused: false };
    } finally {
      this.#inProgress.delete(key);
    }
  }
}

/** Callers share a cached answer only if identity, workspace and question are the same. */
function cacheKey(context: LoopSettings['context'], key: string): string {
  const { principal, workspaceId, projectId, workspaceDir, repositoryUrl, branch } = context;
  return `${toJsonText([principal, workspaceId, projectId, workspaceDir, repositoryUrl, branch])} ${key}`;
}
