import { expect, test } from 'vitest';
import { toEntryAddress } from './conversation-words.ts';

const entry = {
  id: 'c',
  title: null,
  createdAt: '',
  updatedAt: '',
  workspaceId: null,
  workspaceName: null,
  isArchived: false,
  excerpt: null,
} as const;

test.each([
  ['cluster', '/cluster/conversations/$conversationId'],
  ['workflow', '/rules/conversations/$conversationId'],
  ['plain', undefined],
] as const)('toEntryAddress of a %s conversation without a workspace is %s', (contextType, to) => {
  expect(toEntryAddress({ ...entry, contextType })?.to).toBe(to);
});
