import type { Logger } from '../logger/logger.ts';
import { silentLogger } from '../logger/logger.ts';
import type { Principal } from '../principal/principal.ts';

/** What every tool call knows of its caller. Nothing in it can be set by a model. */
export interface ToolExecutionContext {
  /** The run or job on whose behalf the tool acts. */
  readonly taskId: string;
  readonly userId: string;
  readonly principal: Principal;
  readonly toolCallId: string;
  readonly signal: AbortSignal;
  readonly logger: Logger;
  /** Tells whoever watches the call what the tool says while it works. The model sees none of it. */
  readonly report?: (text: string) => void;
  readonly runId?: string;
  readonly workspaceId?: string;
  readonly conversationId?: string;
  readonly projectId?: string;
  readonly workspaceDir?: string;
  readonly repositoryUrl?: string;
  readonly branch?: string;
}

/** What {@link createToolExecutionContext} needs; the rest has defaults. */
export type ToolExecutionContextInit = Pick<ToolExecutionContext, 'principal'> &
  Partial<Omit<ToolExecutionContext, 'principal' | 'userId'>>;

/** Makes a context; `userId` is the principal's, and ids that are not given are made up. */
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

/** What `execute` of a tool receives: the caller's context and the ports that the tool named. */
export type ToolContext<Ports = unknown> = ToolExecutionContext & { readonly ports: Ports };
