import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Hono } from 'hono';
import type { AppEnvironment } from '../src/app-environment.ts';

/** The revisions of the protocol that are tested. */
export const revisions = ['2026-07-28', '2025-11-25'] as const;
export type Revision = (typeof revisions)[number];

/** Options for {@link connectMcp}. */
interface ConnectOptions {
  readonly revision?: Revision;
  /** Query of the URL, for example `?toolset=chart`. */
  readonly query?: string;
  readonly headers?: Record<string, string>;
  readonly capabilities?: NonNullable<ClientOptions['capabilities']>;
  readonly onElicit?: (params: { readonly message: string; readonly url?: string }) => 'accept' | 'decline';
}

/** Connects the official client to an app in this process. */
export async function connectMcp(app: Hono<AppEnvironment>, options: ConnectOptions = {}): Promise<Client> {
  const { revision = '2026-07-28', query = '', headers = {}, capabilities = {}, onElicit } = options;
  const client = new Client(
    { name: 'test', version: '1' },
    {
      capabilities,
      versionNegotiation: { mode: revision === '2026-07-28' ? { pin: revision } : 'legacy' },
    },
  );
  if (onElicit) {
    client.setRequestHandler('elicitation/create', ({ params }) => ({
      action: onElicit({ message: params.message, ...('url' in params && { url: params.url }) }),
      ...(!('url' in params) && { content: {} }),
    }));
  }
  const transport = new StreamableHTTPClientTransport(new URL(`http://localhost/mcp${query}`), {
    fetch: async (url, init) => app.request(String(url), init),
    requestInit: { headers },
  });
  await client.connect(transport);
  return client;
}
