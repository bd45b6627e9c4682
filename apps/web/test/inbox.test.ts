import { newId } from '@shipmate/domain';
import { proposeOperation } from '@shipmate/domain/operation';
import { createTestRule, createTestRun } from '@shipmate/domain/testing';
import type { InboxItemView, InboxResponse } from '@shipmate/protocol/web/inbox';
import type { RuleExecutionView } from '@shipmate/protocol/web/rule-executions';
import type { PlanListResponse } from '@shipmate/protocol/web/plans';
import type { CreateWorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { expect, it } from 'vitest';
import { read, readError } from './read-json.ts';
import { startWeb, type TestBrowser, type TestWeb } from './start-web.ts';

const operation = {
  tool: 'clusters',
  operation: 'create',
  description: 'Creates a cluster.',
  words: ['create'],
  endOfFlags: true,
  parameters: [],
};

/** Signs in a person whose inbox holds a plan, a proposal and an approval. */
async function openInbox(web: TestWeb) {
  const browser = await web.signIn();
  const { principal } = browser.tenant;
  const { stores } = web.unitOfWork;
  const created = await read<CreateWorkspaceResponse>(
    await browser.post('/api/workspaces', { prompt: 'Make the chart production ready.' }),
  );
  const { workspaceId, conversationId } = created;
  const runId = await createTestRun(web.unitOfWork, principal, workspaceId);
  await (await browser.fetch(`/api/chat/${conversationId}/stream`)).text();
  const work = proposeOperation(operation, { why: '', suggestions: {} });
  await stores.proposals.create(principal, { id: newId(), intent: 'A cluster', status: 'ready', work });
  const call = { runId, toolCallId: 'call', tool: 'deleteFile', input: { path: 'a.yaml' } };
  await stores.approvals.request(principal, {
    ...call,
    id: newId(),
    effect: 'destructive',
    signature: '',
    expiresInSeconds: 600,
  });
  return { browser, stores, principal, workspaceId };
}

const list = async (browser: TestBrowser) => (await read<InboxResponse>(await browser.fetch('/api/inbox'))).items;

const decide = (browser: TestBrowser, item: InboxItemView, change: object) =>
  browser.post(`/api/inbox/${item.kind}/${item.id}/decision`, { version: item.version, ...change });

it('GET /api/inbox describes what waits, with its effect, risk and origin', async () => {
  await using web = await startWeb();
  const { browser, workspaceId } = await openInbox(web);
  const [approval, proposal, plan, ...rest] = await list(browser);
  expect(rest).toEqual([]);
  expect(approval).toMatchObject({
    kind: 'approval',
    title: 'Call deleteFile on a.yaml',
    effects: ['Cannot be undone.'],
    risk: 'high',
    decisions: ['approve', 'reject'],
    origin: { workspaceId, runOrigin: 'chat' },
  });
  expect(approval?.expiresAt).not.toBeNull();
  expect(proposal).toMatchObject({ title: 'Run operation: A cluster', preview: 'clusters create', risk: null });
  expect(plan?.title).toMatch(/^Apply plan: /);
  expect(plan?.effects.length).toBeGreaterThan(0);
  const first = await read<InboxResponse>(await browser.fetch('/api/inbox?limit=2'));
  const second = await read<InboxResponse>(await browser.fetch(`/api/inbox?limit=2&before=${first.next}`));
  expect([...first.items, ...second.items]).toEqual([approval, proposal, plan]);
});

it('an inbox item that was decided leaves the list, and a decision about another version is a CONFLICT', async () => {
  await using web = await startWeb();
  const { browser, stores, principal, workspaceId } = await openInbox(web);
  const [approval, proposal, plan] = (await list(browser)) as [InboxItemView, InboxItemView, InboxItemView];
  for (const item of [approval, proposal, plan]) {
    const stale = await decide(browser, item, { decision: 'approve', version: 'another' });
    expect(await readError(stale)).toEqual([409, 'CONFLICT']);
  }
  expect((await decide(browser, approval, { decision: 'reject', reason: 'Not today.' })).status).toBe(204);
  expect(await stores.approvals.get(principal, approval.id)).toMatchObject({ status: 'denied', reason: 'Not today.' });
  expect((await decide(browser, proposal, { decision: 'reject' })).status).toBe(204);
  expect(await stores.proposals.get(principal, proposal.id)).toMatchObject({ status: 'withdrawn' });
  expect((await decide(browser, plan, { decision: 'approve' })).status).toBe(204);
  const { plans } = await read<PlanListResponse>(await browser.fetch(`/api/workspaces/${workspaceId}/plans`));
  expect(plans[0]?.status).not.toBe('proposed');
  expect(await readError(await decide(browser, approval, { decision: 'reject' }))).toEqual([404, 'NOT_FOUND']);
  expect((await list(browser)).filter(({ id }) => [approval.id, proposal.id].includes(id))).toEqual([]);
});

it('a proposal with open questions cannot be approved in the inbox', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const parameter = { name: 'region', kind: 'flag', text: 'Region?', type: 'text', required: true } as const;
  const asked = { ...operation, parameters: [parameter] } as unknown as typeof operation;
  const work = proposeOperation(asked, { why: '', suggestions: {} });
  const { proposals } = web.unitOfWork.stores;
  await proposals.create(browser.tenant.principal, { id: newId(), intent: 'A cluster', status: 'asking', work });
  const [item] = (await list(browser)) as [InboxItemView];
  expect(item).toMatchObject({ title: 'Answer questions: A cluster', decisions: ['reject'] });
  expect(await readError(await decide(browser, item, { decision: 'approve' }))).toEqual([409, 'CONFLICT']);
});

it('the inbox refuses a preview that has become invalid', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const { principal } = browser.tenant;
  const { rulePreviews } = web.unitOfWork.stores;
  const definition = {
    name: 'Low stock',
    description: '',
    isActive: true,
    entity: 'inventory.removed_items',
    trigger: 'on_update',
    triggerConditions: [],
    actions: [],
    edges: [],
  } as const;
  const preview = { runId: null, ruleId: null, baseRevision: null, description: 'New rule', definition };
  await rulePreviews.create(principal, { ...preview, id: newId() });
  const [item] = (await list(browser)) as [InboxItemView];
  expect(item).toMatchObject({ kind: 'rule_preview', title: 'Create rule "Low stock"' });
  expect(await readError(await decide(browser, item, { decision: 'approve' }))).toEqual([400, 'VALIDATION_ERROR']);
  expect(await rulePreviews.get(principal, item.id)).toMatchObject({ status: 'pending' });
  expect((await decide(browser, item, { decision: 'reject' })).status).toBe(204);
});

it('the inbox holds the approval of a rule until its approver decides, with the reason', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const { principal } = browser.tenant;
  const { stores } = web.unitOfWork;
  const { ruleId, executionId } = await createTestRule(web.unitOfWork, principal);
  const lease = { runId: executionId, owner: newId() };
  await stores.runs.claim(executionId, { owner: lease.owner, seconds: 600 });
  const { actions } = await stores.ruleExecutions.getDefinition(principal, executionId);
  const { id: actionId = '', name: actionName = '' } = actions[0] ?? {};
  await stores.ruleExecutions.saveStep(lease, {
    actionId,
    actionName,
    actionType: 'seek_approval',
    status: 'waiting',
    attempt: 1,
    input: { approval_type: 'any', approval_message: 'Order more?' },
    output: null,
    port: null,
    error: null,
    wakeInMs: 600_000,
    approvers: [principal.userId],
  });
  const path = `/api/rules/${ruleId}/executions/${executionId}`;
  const steps = async () => (await read<RuleExecutionView>(await browser.fetch(path))).steps;
  expect(await steps()).toMatchObject([{ isAskingCaller: true, approvers: [{ decision: null }] }]);
  const [item] = (await list(browser)) as [InboxItemView];
  expect(item).toMatchObject({
    kind: 'rule_approval',
    id: `${executionId}.${actionId}`,
    title: `Approve "${actionName}" of rule "Low stock alert"`,
    decisions: ['approve', 'reject'],
    origin: { runId: executionId, ruleId },
  });
  expect((await decide(browser, item, { decision: 'reject', reason: 'Enough stock.' })).status).toBe(204);
  expect((await list(browser)).map(({ kind }) => kind)).toEqual(['rule_preview']);
  expect(await steps()).toMatchObject([
    { isAskingCaller: false, approvers: [{ decision: 'rejected', reason: 'Enough stock.' }] },
  ]);
  const [entry] = await stores.audit.list(principal, { limit: 1, kind: 'rule_step_decided' });
  expect(entry).toMatchObject({ subjectId: executionId, details: { actionId, decision: 'rejected' } });
  expect(await readError(await decide(browser, item, { decision: 'approve' }))).toEqual([404, 'NOT_FOUND']);
});
