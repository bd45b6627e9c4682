import { noUsage } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import { proposeOperation } from '@shipmate/domain/operation';
import { createTestCode, createTestRule } from '@shipmate/domain/testing';
import { addMcpServer, beginRemediation } from '@shipmate/domain/use-cases';
import type { DiagramView } from '@shipmate/protocol/web/diagrams';
import type { PatternView } from '@shipmate/protocol/web/patterns';
import type { PlanListResponse } from '@shipmate/protocol/web/plans';
import type { ProjectView } from '@shipmate/protocol/web/projects';
import type { RepositoryView, StartJobResponse } from '@shipmate/protocol/web/repositories';
import type { ScheduleView } from '@shipmate/protocol/web/schedules';
import type { CreateApiTokenResponse } from '@shipmate/protocol/web/tokens';
import type { CreateWorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { read } from '../read-json.ts';
import type { TestBrowser, TestWeb } from '../start-web.ts';
import { mcpServer } from './account-routes.ts';
import type { GuardedRoute, Ids } from './guarded-route.ts';
import { guardedRoutes } from './guarded-routes.ts';
import { project } from './project-routes.ts';
import { diagram, repository } from './repository-routes.ts';
import { pattern, schedule } from './standing-routes.ts';

type SignedIn = Awaited<ReturnType<TestWeb['signIn']>>;

/** Sends a request with these ids. */
export function send(browser: TestBrowser, route: GuardedRoute, ids: Ids): Promise<Response> {
  return sendNamed(browser, route, { ids, own: ids });
}

/** Sends a request with some ids next to the caller's own. */
export function sendNamed(
  browser: TestBrowser,
  { request, method }: GuardedRoute,
  { ids, own }: { readonly ids: Ids; readonly own: Ids },
): Promise<Response> {
  const [path, body] = request(ids, own);
  if (body === undefined) return browser.fetch(path, method && { method });
  return method ? browser.send(method, path, body) : browser.post(path, body);
}

/** Creates one object for every kind of id. */
export async function createPossessions({ unitOfWork }: TestWeb, browser: SignedIn): Promise<Ids> {
  const { workspaceId, conversationId, runId } = await read<CreateWorkspaceResponse>(
    await browser.post('/api/workspaces', { prompt: 'Make the chart production ready.' }),
  );
  await (await browser.fetch(`/api/chat/${conversationId}/stream`)).text();
  const { plans } = await read<PlanListResponse>(await browser.fetch(`/api/workspaces/${workspaceId}/plans`));
  const { token } = await read<CreateApiTokenResponse>(
    await browser.post('/api/tokens', { name: 'curl', expiresInDays: null }),
  );
  const { approvals, grants } = unitOfWork.stores;
  const { principal } = browser.tenant;
  const call = {
    runId: runId ?? '',
    toolCallId: 'call',
    tool: 'deleteFile',
    input: {},
    effect: 'destructive',
  } as const;
  const approval = await approvals.request(principal, { ...call, id: newId(), signature: '', expiresInSeconds: 600 });
  const grant = await grants.create(principal, { id: newId(), workspaceId, tool: 'textEditor' });
  const operation = {
    tool: 'clusters',
    operation: 'create',
    description: '',
    words: [],
    endOfFlags: true,
    parameters: [],
  };
  const proposed = { intent: 'A cluster.', work: proposeOperation(operation, { why: '', suggestions: {} }) };
  const proposal = await unitOfWork.stores.proposals.create(principal, { id: newId(), status: 'asking', ...proposed });
  const { id: scheduleId } = await read<ScheduleView>(await browser.post('/api/schedules', schedule));
  const { id: patternId } = await read<PatternView>(await browser.post('/api/patterns', pattern));
  const issue = { issue: 'web is down', mode: 'manual', maxRisk: 'low', context: null, model: null } as const;
  const remediation = await unitOfWork.transaction((stores) =>
    beginRemediation(stores, principal, { id: newId(), ...issue }),
  );
  const { id: repositoryId } = await read<RepositoryView>(await browser.post('/api/repositories', repository));
  const { jobId } = await read<StartJobResponse>(
    await browser.post(`/api/repositories/${repositoryId}/jobs`, { prompt: 'Fix the test' }),
  );
  const { code } = createTestCode('a'.repeat(40), { 'src/secret.ts': {} });
  const map = await unitOfWork.transaction(({ codeMaps }) =>
    codeMaps.save(principal, { id: newId(), repositoryId, branch: null, code }),
  );
  const { id: diagramId } = await read<DiagramView>(
    await browser.post(`/api/repositories/${repositoryId}/diagrams`, diagram),
  );
  const { id: mcpServerId } = await unitOfWork.transaction((stores) =>
    addMcpServer(stores, principal, { ...mcpServer, program: null, contextTypes: ['cluster'] }),
  );
  const { id: projectId } = await read<ProjectView>(await browser.post('/api/projects', project));
  const [channel] = await unitOfWork.stores.projects.listChannels(principal, projectId);
  const rule = await createTestRule(unitOfWork, principal);
  // The stream of an active execution does not end.
  await unitOfWork.stores.runs.end({ runId: rule.executionId }, { ...cancelled, usage: noUsage });
  return {
    workspaceId,
    conversationId: conversationId ?? '',
    planId: plans[0]?.id ?? '',
    tokenId: token.id,
    runId: runId ?? '',
    approvalId: approval.id,
    grantId: grant.id,
    scheduleId,
    patternId,
    proposalId: proposal.id,
    remediationId: remediation.id,
    repositoryId,
    jobId,
    mapId: map.id,
    diagramId,
    mcpServerId,
    projectId,
    channelId: channel?.id ?? '',
    userId: principal.userId,
    ...rule,
  };
}

const cancelled = { status: 'cancelled', stopReason: 'aborted', errorCode: null, errorMessage: null } as const;

/**
 * Returns all data that can be read with these ids, by route. For a failed request only the status, because its body
 * contains the time.
 */
export async function readEverything(
  browser: TestBrowser,
  ids: Ids,
): Promise<Readonly<Record<string, string | number>>> {
  const seen: Record<string, string | number> = {};
  for (const route of guardedRoutes.filter(({ route: name }) => name.startsWith('GET '))) {
    const response = await send(browser, route, ids);
    const text = await response.text();
    seen[route.route] = response.ok ? text : response.status;
  }
  return seen;
}
