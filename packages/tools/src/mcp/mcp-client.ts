import type * as sdkModule from '@modelcontextprotocol/client';
import type { Client } from '@modelcontextprotocol/client';
import { AppError, type Clock, systemClock, waitFor } from '@shipmate/core';
import { maxMcpTools } from '@shipmate/domain/mcp';
import { createGuardedConnections } from '../http/guarded-connections.ts';
import type { McpClientPort, McpEndpoint, McpToolList } from './mcp-client-port.ts';
import type { McpEnvironment } from './mcp-environment.ts';
import { openMcpTransport, requireAllowedUrl } from './open-mcp-transport.ts';
import { cut, readMcpResult, readMcpTools } from './read-mcp-tools.ts';

type Sdk = typeof sdkModule;

const maxPages = 10;
/** Time after which the tools are listed again before a call. */
const freshMs = 60_000;
/** Time in which a server that failed is not tried again. */
const pauseMs = 30_000;
const idleMs = 60_000;
/** Beyond every time limit of a caller, whose signal ends the call. */
const callTimeoutMs = 600_000;

/** Options for {@link createMcpClient}. */
interface McpClientOptions {
  readonly environment: Partial<McpEnvironment>;
  /** Allows this machine, private networks and plain http. */
  readonly allowPrivate: boolean;
  readonly clock?: Clock;
  /** For the connection, and for the listing of all pages, in milliseconds. Default 10 000. */
  readonly listTimeoutMs?: number;
}

/** A server of an organization that this process has used. */
interface Entry {
  connecting?: Promise<Client> | undefined;
  listing?: Promise<McpToolList> | undefined;
  /** Time of the last listing; undefined if the tools have to be listed. */
  listedAt?: number | undefined;
  failure?: { readonly error: AppError; readonly until: number } | undefined;
  idle?: NodeJS.Timeout | undefined;
  calls: number;
}

/** Creates an {@link McpClientPort} with the official SDK. */
export function createMcpClient(options: McpClientOptions): McpClientPort {
  const { environment, allowPrivate, clock = systemClock, listTimeoutMs = 10_000 } = options;
  const { MCP_PROGRAMS: programs = {} } = environment;
  const connections = createGuardedConnections({ allowPrivate, connectTimeoutMs: listTimeoutMs });
  const closing = new AbortController();
  const entries = new Map<string, Entry>();

  const keyOf = ({ organizationId, id }: Pick<McpEndpoint, 'organizationId' | 'id'>) => `${organizationId}/${id}`;
  const now = () => clock.now().getTime();

  function programsOf(organizationId: string): readonly string[] {
    return Object.entries(programs).flatMap(([name, { organizations }]) =>
      organizations === undefined || organizations.includes(organizationId) ? [name] : [],
    );
  }

  function requireAllowed({ organizationId, url, program }: Parameters<McpClientPort['requireAllowed']>[0]): void {
    if (url !== null) return requireAllowedUrl(url, allowPrivate);
    if (program !== null && programsOf(organizationId).includes(program)) return;
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: `program: "${program ?? ''}" is not configured for this organization. The operator names programs in MCP_PROGRAMS.`,
      details: { field: 'program' },
    });
  }

  async function connect(server: McpEndpoint, entry: Entry, { Client }: Sdk): Promise<Client> {
    const markStale = () => void (entry.listedAt = undefined);
    const client = new Client(
      { name: 'shipmate', version: '1' },
      {
        versionNegotiation: { mode: 'auto', probe: { timeoutMs: Math.min(3_000, listTimeoutMs) } },
        inputRequired: { autoFulfill: false },
        listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: markStale } },
        // Schemas of servers are not executed.
        jsonSchemaValidator: {
          getValidator: () => (value) => ({ valid: true, data: value as never, errorMessage: undefined }),
        },
      },
    );
    client.onclose = () => {
      if (entry.connecting === connecting) Object.assign(entry, { connecting: undefined, listedAt: undefined });
    };
    const connecting = entry.connecting;
    try {
      const transport = await openMcpTransport(server, { connections, programs, onTooLong: () => void client.close() });
      const limits = { signal: closing.signal, timeoutMs: listTimeoutMs };
      await waitFor((signal) => client.connect(transport, { timeout: listTimeoutMs, signal }), limits);
      return client;
    } catch (thrown) {
      await client.close();
      throw thrown;
    }
  }

  /** Uses the connection of a server, and remembers a failure of the server itself. */
  async function use<Result>(
    server: McpEndpoint,
    signal: AbortSignal,
    work: (client: Client, entry: Entry, sdk: Sdk) => Promise<Result>,
  ): Promise<Result> {
    requireAllowed(server);
    // Loaded with the first call: most processes have no MCP server.
    const sdk = await import('@modelcontextprotocol/client');
    signal.throwIfAborted();
    if (closing.signal.aborted) throw new AppError({ code: 'ABORTED', message: 'The MCP client is closed.' });
    const entry = entries.get(keyOf(server)) ?? { calls: 0 };
    entries.set(keyOf(server), entry);
    if (entry.failure && entry.failure.until > now()) throw entry.failure.error;
    clearTimeout(entry.idle);
    entry.calls += 1;
    try {
      entry.connecting ??= Promise.resolve().then(() => connect(server, entry, sdk));
      const { connecting } = entry;
      const client = await waitFor(() => connecting, { signal });
      const result = await work(client, entry, sdk);
      entry.failure = undefined;
      return result;
    } catch (thrown) {
      if (signal.aborted) throw new AppError({ code: 'ABORTED', message: 'The call was stopped.', cause: thrown });
      const error = toFailure(server.name, thrown, sdk);
      entry.failure = { error, until: now() + pauseMs };
      void disconnect(entry);
      throw error;
    } finally {
      entry.calls -= 1;
      if (entry.calls === 0) entry.idle = setTimeout(() => void disconnect(entry), idleMs).unref();
    }
  }

  return {
    programsOf,
    requireAllowed,

    isStale(server) {
      const { listedAt, listing } = entries.get(keyOf(server)) ?? {};
      // A listing in progress may find a change.
      return listedAt === undefined || listing !== undefined || now() - listedAt > freshMs;
    },

    retry(server) {
      const entry = entries.get(keyOf(server));
      if (entry) entry.failure = undefined;
    },

    list: (server, signal) =>
      use(server, signal, (client, entry) => {
        entry.listing ??= listTools(client, entry).finally(() => void (entry.listing = undefined));
        const { listing } = entry;
        return waitFor(() => listing, { signal });
      }),

    call: (server, { name, input, inputSchema }, signal) =>
      use(server, signal, async (client, _entry, { ProtocolError, SdkError, SdkErrorCode }) => {
        const toolDefinition = { name, inputSchema: JSON.parse(inputSchema) };
        try {
          const params = { name, arguments: input as Record<string, unknown> };
          return readMcpResult(await client.callTool(params, { signal, toolDefinition, timeout: callTimeoutMs }));
        } catch (thrown) {
          if (thrown instanceof SdkError && thrown.code === SdkErrorCode.UnsupportedResultType) {
            return {
              text: 'The tool asks for further input, which Shipmate cannot give to MCP servers.',
              isError: true,
            };
          }
          // The server is up and reports an error in its own words.
          if (thrown instanceof ProtocolError) return { text: cut(thrown.message), isError: true };
          throw thrown;
        }
      }),

    async close() {
      closing.abort();
      await Promise.all([...entries.values()].map(disconnect));
      await connections.destroy();
    },
  };

  async function listTools(client: Client, entry: Entry): Promise<McpToolList> {
    // A change that is announced from now on may not be in the listing.
    entry.listedAt = now();
    const deadline = AbortSignal.any([AbortSignal.timeout(listTimeoutMs), closing.signal]);
    const tools: Parameters<typeof readMcpTools>[0][number][] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const params = cursor === undefined ? {} : { cursor };
      const page = await client.request({ method: 'tools/list', params }, { signal: deadline, timeout: listTimeoutMs });
      tools.push(...page.tools);
      cursor = page.nextCursor;
      pages += 1;
    } while (cursor !== undefined && pages < maxPages && tools.length <= maxMcpTools);
    return readMcpTools(tools, cursor === undefined);
  }
}

/** Closes the connection of a server; its next use opens another. */
async function disconnect(entry: Entry): Promise<void> {
  const { connecting } = entry;
  clearTimeout(entry.idle);
  Object.assign(entry, { connecting: undefined, listing: undefined, listedAt: undefined });
  await connecting?.then((client) => client.close()).catch(() => undefined);
}

/** Describes a failure without the words of the server. */
function toFailure(name: string, thrown: unknown, sdk: Sdk): AppError {
  if (AppError.isInstance(thrown) && thrown.code === 'VALIDATION_ERROR') return thrown;
  return new AppError({
    code: 'EXTERNAL_API_ERROR',
    message: `The MCP server "${name}" ${describe(thrown, sdk)} Its tools cannot be called for the next 30 s; continue without them.`,
    recoverable: false,
    cause: thrown,
  });
}

function describe(thrown: unknown, { ProtocolError, SdkError, SdkErrorCode, SdkHttpError }: Sdk): string {
  if (thrown instanceof SdkHttpError) {
    const { status } = thrown;
    const hint = status === 401 || status === 403 ? ' Its token is missing or not valid.' : '';
    return status === undefined ? 'answered without a status.' : `answered with status ${status}.${hint}`;
  }
  const isTimeout =
    (thrown instanceof SdkError && thrown.code === SdkErrorCode.RequestTimeout) ||
    (AppError.isInstance(thrown) && thrown.code === 'TIMEOUT') ||
    (thrown instanceof Error && thrown.name === 'TimeoutError');
  if (isTimeout) return 'did not answer in time.';
  if (isPrivateAddress(thrown)) return 'leads to a private address, which is not allowed.';
  if (thrown instanceof ProtocolError) return 'refused the request.';
  return 'cannot be reached, or its answer cannot be read.';
}

function isPrivateAddress(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if ('code' in error && error.code === 'EPRIVATE') return true;
  }
  return false;
}
