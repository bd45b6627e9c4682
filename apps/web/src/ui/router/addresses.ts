import type { RunSummary } from '@shipmate/protocol/web/runs';

/** Returns the address of a run's page. */
export function runAddress(runId: string) {
  return { to: '/runs/$runId', params: { runId } } as const;
}

/** Returns the address of the page that shows a run of any kind. */
export function runPageAddress({ id, kind, rule }: Pick<RunSummary, 'id' | 'kind' | 'rule'>) {
  if (kind === 'remediation') return remediationAddress(id);
  if (kind === 'repository_job') return jobAddress(id);
  return rule ? ruleExecutionAddress(rule.id, id) : runAddress(id);
}

/** Returns the address of a conversation about clusters. */
export function clusterConversationAddress(conversationId: string) {
  return { to: '/cluster/conversations/$conversationId', params: { conversationId } } as const;
}

/** Returns the address of a rule's page. */
export function ruleAddress(ruleId: string) {
  return { to: '/rules/$ruleId', params: { ruleId } } as const;
}

/** Returns the address of the page that edits a rule. */
export function ruleEditorAddress(ruleId: string) {
  return { to: '/rules/$ruleId/edit', params: { ruleId } } as const;
}

/** Returns the address of a preview of a rule. */
export function rulePreviewAddress(previewId: string) {
  return { to: '/rules/previews/$previewId', params: { previewId } } as const;
}

/** Returns the address of an execution of a rule. */
export function ruleExecutionAddress(ruleId: string, executionId: string) {
  return { to: '/rules/$ruleId/executions/$executionId', params: { ruleId, executionId } } as const;
}

/** Returns the address of a conversation about rules. */
export function ruleConversationAddress(conversationId: string) {
  return { to: '/rules/conversations/$conversationId', params: { conversationId } } as const;
}

/** Returns the address of a repository's page. */
export function repositoryAddress(repositoryId: string) {
  return { to: '/repositories/$repositoryId', params: { repositoryId } } as const;
}

/** Returns the address of a project's page. */
export function projectAddress(projectId: string) {
  return { to: '/projects/$projectId', params: { projectId } } as const;
}

/** Returns the address of the code map of a repository. */
export function codeMapAddress(repositoryId: string) {
  return { to: '/code-maps/$repositoryId', params: { repositoryId } } as const;
}

/** Returns the address of the comparison of two commits of a repository. */
export function comparisonAddress(repositoryId: string) {
  return { to: '/code-maps/$repositoryId/compare', params: { repositoryId } } as const;
}

/** Returns the address of a diagram of a repository. */
export function diagramAddress(repositoryId: string, diagramId: string) {
  return { to: '/code-maps/$repositoryId/$diagramId', params: { repositoryId, diagramId } } as const;
}

/** Returns the address of the page of a job in a repository. */
export function jobAddress(jobId: string) {
  return { to: '/repositories/jobs/$jobId', params: { jobId } } as const;
}

/** Returns the address of a proposal's page. */
export function proposalAddress(proposalId: string) {
  return { to: '/proposals/$proposalId', params: { proposalId } } as const;
}

/** Returns the address of a remediation's page. */
export function remediationAddress(remediationId: string) {
  return { to: '/cluster/remediations/$remediationId', params: { remediationId } } as const;
}

/** Returns the address of a workspace's page. */
export function workspaceAddress(workspaceId: string) {
  return { to: '/workspace/$workspaceId', params: { workspaceId } } as const;
}

/** Returns the address of a workspace's page with a conversation open. */
export function conversationAddress(workspaceId: string, conversationId: string) {
  return { ...workspaceAddress(workspaceId), search: { conversation: conversationId } } as const;
}
