import type { Migration } from 'kysely/migration';
import { up as organizations } from './0001-organizations.ts';
import { up as credentials } from './0002-credentials.ts';
import { up as workspaces } from './0003-workspaces.ts';
import { up as conversationsAndRuns } from './0004-conversations-and-runs.ts';
import { up as stringReplaceLog } from './0005-string-replace-log.ts';
import { up as revisionsAndSettings } from './0006-revisions-and-settings.ts';
import { up as conversationSearch } from './0007-conversation-search.ts';
import { up as plans } from './0008-plans.ts';
import { up as durableRuns } from './0009-durable-runs.ts';
import { up as clientConversations } from './0010-client-conversations.ts';
import { up as approvals } from './0011-approvals.ts';
import { up as retriedRuns } from './0012-retried-runs.ts';
import { up as auditAndSpend } from './0013-audit-and-spend.ts';
import { up as runReaders } from './0014-run-readers.ts';
import { up as schedules } from './0015-schedules.ts';
import { up as capabilitiesAndPatterns } from './0016-capabilities-and-patterns.ts';
import { up as remediations } from './0017-remediations.ts';
import { up as proposals } from './0018-proposals.ts';
import { up as followUps } from './0019-follow-ups.ts';
import { up as stoppedRemediations } from './0020-stopped-remediations.ts';
import { up as remediationWatches } from './0021-remediation-watches.ts';
import { up as scopesAndGrants } from './0022-scopes-and-grants.ts';
import { up as storageQuotas } from './0023-storage-quotas.ts';
import { up as valueOrigins } from './0024-value-origins.ts';
import { up as clientIds } from './0025-client-ids.ts';
import { up as kindsOfRuns } from './0026-kinds-of-runs.ts';
import { up as toolUsage } from './0027-tool-usage.ts';
import { up as remediationsAsRuns } from './0028-remediations-as-runs.ts';
import { up as claimsByOrganization } from './0029-claims-by-organization.ts';
import { up as workflowRules } from './0030-workflow-rules.ts';
import { up as spendByRun } from './0031-spend-by-run.ts';
import { up as fileDigests } from './0033-file-digests.ts';
import { up as listIndexes } from './0034-list-indexes.ts';
import { up as alerts } from './0037-alerts.ts';
import { up as businessTables } from './0038-business-tables.ts';
import { up as ruleExecutions } from './0039-rule-executions.ts';
import { up as inboxIndexes } from './0042-inbox-indexes.ts';
import { up as archivedConversations } from './0043-archived-conversations.ts';
import { up as ruleEngine } from './0044-rule-engine.ts';
import { up as ruleNoise } from './0046-rule-noise.ts';
import { up as ruleTests } from './0047-rule-tests.ts';
import { up as ruleEvents } from './0048-rule-events.ts';
import { up as platformEntities } from './0049-platform-entities.ts';
import { up as inboxWebhooks } from './0051-inbox-webhooks.ts';
import { up as operationScopes } from './0052-operation-scopes.ts';
import { up as expiredApprovals } from './0055-expired-approvals.ts';
import { up as projects } from './0056-projects.ts';
import { up as repositoryJobs } from './0057-repository-jobs.ts';
import { up as repositoryChanges } from './0058-repository-changes.ts';
import { up as jobReviews } from './0060-job-reviews.ts';
import { up as jobChangeRequests } from './0061-job-change-requests.ts';
import { up as mcpServers } from './0066-mcp-servers.ts';
import { up as registeredEntities } from './0068-registered-entities.ts';
import { up as workspaceSources } from './0069-workspace-sources.ts';
import { up as messagesInTurns } from './0070-messages-in-turns.ts';
import { up as runUpdates } from './0071-run-updates.ts';
import { up as ruleApprovals } from './0073-rule-approvals.ts';
import { up as sealRuleSecrets } from './0074-seal-rule-secrets.ts';
import { up as pushes } from './0075-pushes.ts';
import { up as mergedJobs } from './0076-merged-jobs.ts';
import { up as projectMembers } from './0077-project-members.ts';
import { up as codeMaps } from './0062-code-maps.ts';
import { up as jobCheckpoints } from './0064-job-checkpoints.ts';

/** Every migration, by number. A released one never changes; a mistake is fixed by a new number. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-organizations': { up: organizations },
  '0002-credentials': { up: credentials },
  '0003-workspaces': { up: workspaces },
  '0004-conversations-and-runs': { up: conversationsAndRuns },
  '0005-string-replace-log': { up: stringReplaceLog },
  '0006-revisions-and-settings': { up: revisionsAndSettings },
  '0007-conversation-search': { up: conversationSearch },
  '0008-plans': { up: plans },
  '0009-durable-runs': { up: durableRuns },
  '0010-client-conversations': { up: clientConversations },
  '0011-approvals': { up: approvals },
  '0012-retried-runs': { up: retriedRuns },
  '0013-audit-and-spend': { up: auditAndSpend },
  '0014-run-readers': { up: runReaders },
  '0015-schedules': { up: schedules },
  '0016-capabilities-and-patterns': { up: capabilitiesAndPatterns },
  '0017-remediations': { up: remediations },
  '0018-proposals': { up: proposals },
  '0019-follow-ups': { up: followUps },
  '0020-stopped-remediations': { up: stoppedRemediations },
  '0021-remediation-watches': { up: remediationWatches },
  '0022-scopes-and-grants': { up: scopesAndGrants },
  '0023-storage-quotas': { up: storageQuotas },
  '0024-value-origins': { up: valueOrigins },
  '0025-client-ids': { up: clientIds },
  '0026-kinds-of-runs': { up: kindsOfRuns },
  '0027-tool-usage': { up: toolUsage },
  '0028-remediations-as-runs': { up: remediationsAsRuns },
  '0029-claims-by-organization': { up: claimsByOrganization },
  '0030-workflow-rules': { up: workflowRules },
  '0031-spend-by-run': { up: spendByRun },
  '0033-file-digests': { up: fileDigests },
  '0034-list-indexes': { up: listIndexes },
  '0037-alerts': { up: alerts },
  '0038-business-tables': { up: businessTables },
  '0039-rule-executions': { up: ruleExecutions },
  '0042-inbox-indexes': { up: inboxIndexes },
  '0043-archived-conversations': { up: archivedConversations },
  '0044-rule-engine': { up: ruleEngine },
  '0046-rule-noise': { up: ruleNoise },
  '0047-rule-tests': { up: ruleTests },
  '0048-rule-events': { up: ruleEvents },
  '0049-platform-entities': { up: platformEntities },
  '0051-inbox-webhooks': { up: inboxWebhooks },
  '0052-operation-scopes': { up: operationScopes },
  '0055-expired-approvals': { up: expiredApprovals },
  '0056-projects': { up: projects },
  '0057-repository-jobs': { up: repositoryJobs },
  '0058-repository-changes': { up: repositoryChanges },
  '0060-job-reviews': { up: jobReviews },
  '0061-job-change-requests': { up: jobChangeRequests },
  '0062-code-maps': { up: codeMaps },
  '0064-job-checkpoints': { up: jobCheckpoints },
  '0066-mcp-servers': { up: mcpServers },
  '0068-registered-entities': { up: registeredEntities },
  '0069-workspace-sources': { up: workspaceSources },
  '0070-messages-in-turns': { up: messagesInTurns },
  '0071-run-updates': { up: runUpdates },
  '0073-rule-approvals': { up: ruleApprovals },
  '0074-seal-rule-secrets': { up: sealRuleSecrets },
  '0075-pushes': { up: pushes },
  '0076-merged-jobs': { up: mergedJobs },
  '0077-project-members': { up: projectMembers },
};
