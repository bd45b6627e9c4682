import { type Principal, silentLogger } from '@shipmate/core';
import type { CallApprovals } from '@shipmate/domain/approval';
import {
  createApp,
  loopbackHosts,
  type McpResourceFamily,
  mountMcp,
  type MountMcpOptions,
  type RunningServer,
  startServer,
} from '../../src/index.ts';
import { fixtureTools } from './fixture-tools.ts';

const caller: Principal = { userId: 'ada', organizationId: 'analytical', via: 'extension_token' };

/** Approves each call when its result is requested. */
const approvals: CallApprovals = {
  ask: async (_principal, { tool }) => ({
    approvalId: tool.name,
    runId: 'run',
    effect: 'destructive',
    preview: null,
    expiresAt: new Date(Date.now() + 60_000),
  }),
  isApproved: async () => false,
  resultOf: async () => ({ success: true, data: { text: 'Approved.' } }),
};

/** Texts by the addresses that the suite reads. */
const resource = (uriTemplate: string, listed: boolean, toText: (id: string) => string): McpResourceFamily => ({
  scope: 'runs:read',
  uriTemplate,
  name: 'Text',
  description: 'A text.',
  mimeType: 'text/plain',
  list: async () => (listed ? [{ uri: uriTemplate, name: 'Text' }] : []),
  read: async (_principal, { id = '' }) => toText(id),
});
const resourceFamilies = [
  resource('test://static-text', true, () => 'This is the content of the static text resource.'),
  resource('test://template/{id}/data', false, (id) =>
    JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
  ),
];

const stores = {
  secrets: { getOrCreate: async () => 'a secret of at least thirty-two bytes' },
} as unknown as MountMcpOptions['unitOfWork']['stores'];

/** Serves the MCP mount with the tools that the conformance suite calls. */
export function serveFixture(): Promise<RunningServer> {
  const app = createApp({ logger: silentLogger, allowedHosts: loopbackHosts });
  mountMcp(app, {
    tools: fixtureTools,
    authenticate: async () => caller,
    unitOfWork: { stores },
    approvals,
    resourceFamilies,
  });
  return startServer({ app, port: 0 });
}
