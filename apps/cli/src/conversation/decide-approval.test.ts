import type { ApprovalView } from '@shipmate/protocol/web/approvals';
import { expect, it } from 'vitest';
import type { Terminal } from '../terminal.ts';
import { decideApproval } from './decide-approval.ts';

const approval: ApprovalView = {
  id: 'a1',
  runId: 'r1',
  conversationId: 'c1',
  workspaceId: null,
  toolCallId: 't1',
  tool: 'mcp__memory__create_entities',
  input: { entities: [{ name: 'ada' }] },
  effect: 'destructive',
  isGrantable: false,
  preview: 'Tool "create_entities" of the MCP server "memory". It cannot be undone here.',
  origins: [],
  status: 'pending',
  decidedBy: null,
  reason: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-02T00:00:00.000Z',
  decidedAt: null,
};

/** Shows an approval to a person who denies it, and returns the printed lines. */
async function show(more: Partial<ApprovalView>): Promise<readonly string[]> {
  const lines: string[] = [];
  const terminal: Terminal = {
    print: (line) => void lines.push(line),
    write: () => undefined,
    warn: (line) => void lines.push(line),
    isInteractive: true,
    isResultShown: true,
    ask: async () => undefined,
    readInput: async () => '',
  };
  const send = async () => Response.json({ ...approval, ...more });
  const connection = { web: send, tools: send, webUrl: undefined, [Symbol.asyncDispose]: async () => undefined };
  const { signal } = new AbortController();
  expect(await decideApproval('a1', { connection, terminal, signal })).toBe('deny');
  return lines;
}

it('an approval at the terminal shows the input of a call beside its preview', async () => {
  const lines = (await show({})).join('\n');
  expect(lines).toContain('"name": "ada"');
  expect(lines).toContain('It cannot be undone here.');
});

it('an approval at the terminal shows a kubectl call as its command, and a call without a preview by its input', async () => {
  const input = { resource: 'deployment/web', namespace: 'shop', replicas: 3 };
  const scale = await show({ tool: 'kubectl_scale', input, preview: '# Deployment shop/web: would be changed' });
  expect(scale[1]).toBe('Waiting for approval: kubectl scale deployment/web -n shop --replicas 3 (destructive)');
  expect(scale.join('\n')).not.toContain('"replicas"');
  expect((await show({ preview: null })).join('\n')).toContain('"name": "ada"');
});
