import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { AppError, systemClock } from '@shipmate/core';
import { defaultScopes } from '@shipmate/domain/access';
import { createLogger, createShutdown } from '@shipmate/runtime';
import { toBanner } from '../banner.ts';
import { bridgeMcp } from '../bridge-mcp.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { createUserToken, parseScopeOption } from '../create-user-token.ts';
import { clientEnvironmentSchema, readVariables } from '../env.ts';
import { type InstallationEnvironment, readInstallationEnvironment } from '../installation-environment.ts';

/** Lifetime of the token of a session that starts an installation. */
const tokenMs = 7 * 86_400_000;

/** `shipmate mcp`: serves the tools of a running or of its own installation to the MCP client that started it. */
export const mcp = defineCommand({
  options: {
    toolset: {
      type: 'string',
      placeholder: '<names>',
      description:
        'Families of tools, separated by commas: chart, plan, cluster, operations, workflow, tables, diagram, flow. Default: all.',
    },
    'read-only': { type: 'boolean', description: 'List and make only calls that read.' },
    workspace: { type: 'string', placeholder: '<id>', description: 'The chart workspace of all calls.' },
    structured: { type: 'boolean', description: 'List output schemas and return structured content.' },
    url: {
      type: 'string',
      placeholder: '<url>',
      description: 'The URL of a running tools-api. Default TOOLS_API_URL, or none.',
    },
    scope: {
      type: 'string',
      placeholder: '<scopes>',
      description: `Without a URL: scopes of the session, separated by commas. Default ${defaultScopes.join(',')}.`,
    },
    'data-dir': {
      type: 'string',
      placeholder: '<path>',
      description: 'Without a URL: the data directory. Default .shipmate.',
    },
    'no-demo-cluster': { type: 'boolean', description: 'Without a URL: start no simulated cluster.' },
  },
  examples: [
    [
      'mcp --toolset cluster --read-only --url http://127.0.0.1:8080',
      'Serve the cluster reads of a running installation',
    ],
  ],
  notes:
    'With a URL, SHIPMATE_TOKEN is an API token of that installation: use this while "shipmate up" runs. Without one, the command starts web, worker\n' +
    'and tools-api itself; the link to sign in and approve calls is on standard error.',
  run: async (options, context) => {
    const query = toQuery({
      toolset: options.toolset,
      workspace: options.workspace,
      readonly: options['read-only'],
      structured: options.structured,
    });
    const { TOOLS_API_URL: url, SHIPMATE_TOKEN: token } = readVariables(clientEnvironmentSchema, {
      TOOLS_API_URL: options.url,
    });
    if (url === undefined) {
      const environment = readInstallationEnvironment({
        SHIPMATE_DATA_DIR: options['data-dir'],
        DEMO_CLUSTER: options['no-demo-cluster'] ? 'false' : undefined,
      });
      return serveOwn(environment, { query, scope: options.scope }, context);
    }
    if (token === undefined) {
      throw new AppError({ code: 'UNAUTHORIZED', message: 'The API token is missing. Set SHIPMATE_TOKEN.' });
    }
    const logger = createLogger({ name: 'shipmate', level: 'warn', destination: process.stderr });
    await bridgeMcp({ client: new StdioServerTransport(), endpoint: toEndpoint(url, query), token, logger });
  },
});

/** Starts an installation in this process and serves its tools until the client leaves. */
async function serveOwn(
  environment: InstallationEnvironment,
  { query, scope }: { readonly query: URLSearchParams; readonly scope: string | undefined },
  { terminal }: CommandContext,
): Promise<void> {
  const scopes = scope === undefined ? defaultScopes : await parseScopeOption(scope);
  const { startInstallation } = await import('../start-installation.ts');
  const logger = createLogger({ name: 'shipmate', level: environment.LOG_LEVEL, destination: process.stderr });
  const shutdown = createShutdown({ logger });
  shutdown.installSignalHandlers();
  try {
    // Standard output belongs to the protocol.
    const warn = (line: string): void => terminal.warn(line);
    const { unitOfWork, ...facts } = await startInstallation(environment, {
      logger,
      shutdown,
      terminal: { print: warn },
    });
    terminal.warn(toBanner(facts));
    const token = await createUserToken(unitOfWork, {
      email: environment.SHIPMATE_USER_EMAIL,
      name: 'shipmate mcp',
      scopes,
      expiresAt: new Date(systemClock.now().getTime() + tokenMs),
    });
    const endpoint = toEndpoint(facts.toolsApiUrl, query);
    await bridgeMcp({ client: new StdioServerTransport(), endpoint, token, logger });
  } finally {
    await shutdown.run('the client left');
  }
}

function toQuery(parameters: Readonly<Record<string, string | boolean | undefined>>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value));
  return query;
}

function toEndpoint(url: string, query: URLSearchParams): URL {
  return new URL(`/mcp?${query.toString()}`, url);
}
