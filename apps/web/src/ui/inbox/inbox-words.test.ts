import { expect, test } from 'vitest';
import { toItemAddress } from './inbox-words.ts';

const origin = {
  runId: 'run',
  runOrigin: null,
  conversationId: null,
  conversationTitle: null,
  workspaceId: null,
  workspaceName: null,
  ruleId: null,
};
const item = {
  id: 'item',
  title: 'Item',
  effects: [],
  preview: null,
  risk: null,
  decisions: [],
  version: '1',
  origin,
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: null,
};

test.each([
  ['rule_preview', { to: '/rules/previews/$previewId', params: { previewId: 'item' } }],
  ['proposal', { to: '/proposals/$proposalId', params: { proposalId: 'item' } }],
  ['approval', { to: '/runs/$runId', params: { runId: 'run' } }],
] as const)('toItemAddress returns the page of an item of the kind %s', (kind, address) => {
  expect(toItemAddress({ ...item, kind })).toEqual(address);
});

test('toItemAddress returns the execution whose action waits for an approval', () => {
  const asking = { ...item, kind: 'rule_approval', origin: { ...origin, ruleId: 'rule' } } as const;
  expect(toItemAddress(asking)).toEqual({
    to: '/rules/$ruleId/executions/$executionId',
    params: { ruleId: 'rule', executionId: 'run' },
  });
});
