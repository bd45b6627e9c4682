import type { JsonValue } from '@shipmate/core';
import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import type { RuleDefinition } from '../workflow/rule.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestTenant } from './create-test-tenant.ts';

const url = 'https://hooks.example.test/alerts';

type Headers = Record<string, string>;

const definition = (headers: Headers, to = url): RuleDefinition => ({
  name: newId(),
  description: '',
  isActive: true,
  entity: 'core.tasks',
  trigger: 'on_update',
  triggerConditions: [],
  actions: [
    {
      id: newId(),
      name: 'Hook',
      description: '',
      type: 'call_webhook',
      config: { url: to, method: 'POST', headers },
      isActive: true,
    },
  ],
  edges: [],
});

const headersOf = ({ actions }: RuleDefinition) => actions[0]?.config['headers'] as Headers;

/** Runs the contract of every `RuleSecretStore`, and of the stores that keep secrets there. */
export function ruleSecretContract(open: OpenDatabase): void {
  describe('Secrets of rules', () => {
    const database = useDatabase(open);

    async function setUp() {
      const { unitOfWork } = database();
      const { principal } = await createTestTenant(unitOfWork);
      const stranger = (await createTestTenant(unitOfWork)).principal;
      const { rules, ruleSecrets } = unitOfWork.stores;
      const create = (headers: Headers, to?: string) =>
        rules.create(principal, { id: newId(), definition: definition(headers, to) });
      const openHeaders = async (headers: Headers, by = principal, to = url) =>
        (await ruleSecrets.open(by, { url: to, headers } as Record<string, JsonValue>))['headers'];
      return { unitOfWork, stores: unitOfWork.stores, principal, stranger, create, openHeaders };
    }

    it('stores references instead of secrets, and opens them', async () => {
      const { stores, principal, create, openHeaders } = await setUp();
      const entered = { Authorization: 'Bearer top-secret', 'Content-Type': 'text/plain', 'X-Row': '{{id}}' };
      const rule = await create(entered);
      const headers = headersOf(rule);
      expect(headers).toEqual({ ...entered, Authorization: expect.stringMatching(/^secret:[0-9a-f-]{36}$/) });
      const stored = [
        await stores.rules.get(principal, rule.id),
        ...(await stores.rules.listRevisions(principal, rule.id)),
      ];
      expect(JSON.stringify(stored)).not.toContain('top-secret');
      expect(await openHeaders(headers)).toEqual(entered);
    });

    it('keeps a secret through an edit, and replaces one that is entered again', async () => {
      const { stores, principal, create, openHeaders } = await setUp();
      const rule = await create({ Authorization: 'first secret', 'X-Key': 'other secret' });
      const kept = headersOf(rule);
      const edited = { ...rule, ...definition({ ...kept, 'X-Key': 'new secret' }) };
      const updated = await stores.rules.update(principal, rule.id, { definition: edited, baseRevision: 1 });
      const headers = updated === undefined ? {} : headersOf(updated);
      expect(headers['Authorization']).toBe(kept['Authorization']);
      expect(await openHeaders(headers)).toEqual({ Authorization: 'first secret', 'X-Key': 'new secret' });
    });

    it('refuses a secret of another origin or organization, and one for a host that is a template', async () => {
      const { stores, stranger, create, openHeaders } = await setUp();
      const headers = headersOf(await create({ Authorization: 'top secret' }));
      const refused = (message: string) => ({ code: 'VALIDATION_ERROR', message: expect.stringContaining(message) });
      const elsewhere = 'https://elsewhere.example.test/alerts';
      await expect(create(headers, elsewhere)).rejects.toMatchObject(refused('no stored secret for https://elsewhere'));
      const foreign = stores.rules.create(stranger, { id: newId(), definition: definition(headers) });
      await expect(foreign).rejects.toMatchObject(refused('headers.Authorization has no stored secret'));
      await expect(create({ 'X-Key': 'k' }, 'https://{{host}}/')).rejects.toMatchObject(refused('no template'));
      await expect(openHeaders(headers, stranger)).rejects.toMatchObject(refused('no secret is stored'));
      const moved = openHeaders(headers, undefined, elsewhere);
      await expect(moved).rejects.toMatchObject(refused('no secret is stored'));
    });

    it('deletes the secrets of a removed rule and its revisions, once no other rule refers to them', async () => {
      const { stores, principal, create, openHeaders } = await setUp();
      const rule = await create({ Authorization: 'first secret', 'X-Key': 'other secret' });
      const first = headersOf(rule);
      const copy = await create({ 'X-Key': first['X-Key'] ?? '' });
      const edited = { ...rule, ...definition({ 'X-Key': 'new secret' }) };
      const updated = await stores.rules.update(principal, rule.id, { definition: edited, baseRevision: 1 });
      const second = updated === undefined ? {} : headersOf(updated);
      expect(await openHeaders(first)).toMatchObject({ Authorization: 'first secret' });
      await stores.rules.remove(principal, rule.id);
      const removed = { code: 'VALIDATION_ERROR', message: expect.stringContaining('no secret is stored') };
      await expect(openHeaders({ Authorization: first['Authorization'] ?? '' })).rejects.toMatchObject(removed);
      await expect(openHeaders(second)).rejects.toMatchObject(removed);
      expect(await openHeaders(headersOf(copy))).toEqual({ 'X-Key': 'other secret' });
      await stores.rules.remove(principal, copy.id);
      await expect(openHeaders(headersOf(copy))).rejects.toMatchObject(removed);
    });

    it('stores no secret in drafts and previews', async () => {
      const { stores, principal, openHeaders } = await setUp();
      const entered = definition({ Authorization: 'top-secret' });
      const preview = await stores.rulePreviews.create(principal, {
        id: newId(),
        runId: null,
        ruleId: null,
        baseRevision: null,
        description: '',
        definition: entered,
      });
      expect(await openHeaders(headersOf(preview.definition))).toEqual({ Authorization: 'top-secret' });
      const config = { url, method: 'POST', headers: { Authorization: 'top-secret' } };
      const action = { name: 'Hook', action_type: 'call_webhook', action_config: config, is_active: true };
      const id = newId();
      await stores.ruleDrafts.create(principal, { id, payload: { name: 'Draft', is_active: true, actions: [] } });
      await stores.ruleDrafts.save(principal, { id, payload: { name: 'Draft', is_active: true, actions: [action] } });
      expect(JSON.stringify(await stores.ruleDrafts.take(principal, id))).not.toContain('top-secret');
    });
  });
}
