import type { Logger } from '../logger/logger.ts';
import { silentLogger } from '../logger/logger.ts';
import type { Principal } from '../principal/principal.ts';

/** The caller of a tool call. A model can set nothing in it. */
export interface ToolExecutionContext {
  /** The run or job for which the tool acts. */
  readonly taskId: string;
  readonly userId: string;
  readonly principal: Principal;
  readonly toolCallId: string;
  readonly signal: AbortSignal;
  readonly logger: Logger;
  /** Reports output of the running tool to its readers. The model does not see it. */
  readonly report?: (text: string) => void;
  readonly runId?: string;
  readonly workspaceId?: string;
  readonly conversationId?: string;
  readonly projectId?: string;
  readonly workspaceDir?: string;
  readonly repositoryUrl?: string;
  readonly branch?: string;
}

/** Options for {@link createToolExecutionContext}. */
export type ToolExecutionContextInit = Pick<ToolExecutionContext, 'principal'> &
  Partial<Omit<ToolExecutionContext, 'principal' | 'userId'>>;

/** Creates a context. `userId` is the principal's; absent ids are generated. */
export function createToolExecutionContext(init: ToolExecutionContextInit): ToolExecutionContext {
  return {
    taskId: init.runId ?? globalThis.crypto.randomUUID(),
    toolCallId: globalThis.crypto.randomUUID(),
    signal: new AbortController().signal,
    logger: silentLogger,
    ...init,
    userId: init.principal.userId,
  };
}

/** The argument of a tool's `execute`: the caller's context and the ports that the tool declares. */
export type ToolContext<Ports = unknown> = ToolExecutionContext & { readonly ports: Ports };
