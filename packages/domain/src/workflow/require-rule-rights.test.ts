import type { Principal } from '@shipmate/core';
import { expect, it } from 'vitest';
import { requireRuleRights } from './require-rule-rights.ts';
import type { RuleDefinition } from './rule.ts';

const rule = (type: string, isActive = true): RuleDefinition => ({
  name: 'Rule',
  description: '',
  isActive,
  entity: 'core.tasks',
  trigger: 'on_create',
  triggerConditions: [],
  actions: [{ id: 'a', name: 'Act', description: '', type, config: {}, isActive: true }],
  edges: [],
});

type Credential = Pick<Principal, 'via'> & Partial<Principal>;

const save = (credential: Credential, definition: RuleDefinition) => () =>
  requireRuleRights({ userId: 'u', organizationId: 'o', ...credential }, definition);

it.each<[Credential, RuleDefinition]>([
  [{ via: 'extension_token' }, rule('call_tool')],
  [{ via: 'extension_token', scopes: ['workflow:write'] }, rule('run_agent')],
  [{ via: 'jwt' }, rule('call_tool')],
])('%o may not save %o', (credential, definition) => {
  expect(save(credential, definition)).toThrow(expect.objectContaining({ code: 'UNAUTHORIZED' }));
});

it.each<[Credential, RuleDefinition]>([
  [{ via: 'jwt', isPerson: true }, rule('call_tool')],
  [{ via: 'session' }, rule('call_tool')],
  [{ via: 'job' }, rule('call_tool')],
  [{ via: 'tool_token' }, rule('call_tool')],
  [{ via: 'extension_token' }, rule('call_tool', false)],
  [{ via: 'extension_token' }, rule('create_alert')],
])('%o may save %o', (credential, definition) => {
  expect(save(credential, definition)).not.toThrow();
});
