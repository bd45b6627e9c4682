import type { ListedMcpTool, McpServer } from '@shipmate/domain/mcp';

/** An MCP server with everything that a connection needs. */
export interface McpEndpoint extends Pick<McpServer, 'id' | 'organizationId' | 'name' | 'url' | 'program'> {
  /** Sent as a bearer token to the URL only. */
  readonly token?: string | undefined;
}

/** The tools that a server lists. */
export interface McpToolList {
  readonly tools: readonly ListedMcpTool[];
  /** Why some tools were left out; null if none was. */
  readonly problem: string | null;
}

/** A call of a tool. */
export interface McpCall {
  readonly name: string;
  readonly input: unknown;
  /** The accepted schema, as JSON text. */
  readonly inputSchema: string;
}

/** The answer of a tool. */
export interface McpToolOutput {
  /** Text of the server: untrusted. */
  readonly text: string;
  /** True if the server reports that the call failed. */
  readonly isError: boolean;
}

/**
 * Calls MCP servers. A connection is opened on first use, shared by the calls of an organization, and closed when idle.
 *
 * **Contract.** Servers are not trusted: counts, sizes and times are bounded, no pattern or schema of a server is executed, redirects
 * do not leave its origin, and its text is in `McpToolOutput.text` and definitions only, never in an error message.
 */
export interface McpClientPort {
  /** The names of the programs that the operator allows an organization. */
  programsOf(organizationId: string): readonly string[];
  /** @throws AppError `VALIDATION_ERROR` if a server with this address or program may not be used. */
  requireAllowed(server: Pick<McpServer, 'organizationId' | 'url' | 'program'>): void;
  /** Returns true if the tools have to be listed again before a call: after a minute, once the server announces a change, and while they are listed. */
  isStale(server: Pick<McpServer, 'id' | 'organizationId'>): boolean;
  /**
   * Lists the tools of a server.
   *
   * @throws AppError `VALIDATION_ERROR` if it may not be used, `EXTERNAL_API_ERROR` if it cannot be reached, is too slow or does not
   * speak MCP; for 30 seconds, later calls fail with the same error at once.
   */
  list(server: McpEndpoint, signal: AbortSignal): Promise<McpToolList>;
  /** Makes the next use of a server that failed try it again at once. */
  retry(server: Pick<McpServer, 'id' | 'organizationId'>): void;
  /** Calls a tool. @throws AppError as `list` does */
  call(server: McpEndpoint, call: McpCall, signal: AbortSignal): Promise<McpToolOutput>;
  /** Closes all connections and ends the programs; calls in flight fail. */
  close(): Promise<void>;
}
