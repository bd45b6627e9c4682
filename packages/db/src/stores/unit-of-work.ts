import type { Stores, UnitOfWork } from '@shipmate/domain';
import type { JobQueue } from '@shipmate/domain/job';
import type { StorageQuota } from '@shipmate/domain/storage';
import { guardStore } from '../error/guard-store.ts';
import { toDatabaseError } from '../error/to-database-error.ts';
import type { Executor } from '../executor/executor.ts';
import type { Announce, Topic } from '../notify/topic.ts';
import { createApprovalStore } from './approval/approval-store.ts';
import { createToolGrantStore } from './approval/tool-grant-store.ts';
import { createAuditStore } from './audit/audit-store.ts';
import { createCapabilityStore } from './capability/capability-store.ts';
import { createClientConversationStore } from './conversation/client-conversation-store.ts';
import { createCodeIndexStore } from './code-map/code-index-store.ts';
import { createCodeMapStore } from './code-map/code-map-store.ts';
import { createDiagramStore } from './code-map/diagram-store.ts';
import { createConversationStore } from './conversation/conversation-store.ts';
import { createCredentialStore } from './credential/credential-store.ts';
import { createInboxStore } from './inbox/inbox-store.ts';
import { createInboxWebhookStore } from './inbox/inbox-webhook-store.ts';
import { createMcpServerStore } from './mcp/mcp-server-store.ts';
import { createPatternStore } from './pattern/pattern-store.ts';
import { createPlanStore } from './plan/plan-store.ts';
import { createProjectStore } from './project/project-store.ts';
import { createProposalStore } from './proposal/proposal-store.ts';
import { createRemediationStore } from './remediation/remediation-store.ts';
import { createRepositoryJobStore } from './repository/repository-job-store.ts';
import { createRepositoryStore } from './repository/repository-store.ts';
import { createRunStore } from './run/run-store.ts';
import { createScheduleStore } from './schedule/schedule-store.ts';
import { createSecretStore } from './secret/secret-store.ts';
import { createSpendStore } from './spend/spend-store.ts';
import { createUserStore } from './user/user-store.ts';
import { createIncomingWebhookStore } from './workflow/incoming-webhook-store.ts';
import { createPlatformStore } from './workflow/platform-store.ts';
import { createAlertStore } from './workflow/alert-store.ts';
import { createRuleDraftStore } from './workflow/rule-draft-store.ts';
import { createRulePreviewStore } from './workflow/rule-preview-store.ts';
import { createRuleNoiseStore } from './workflow/rule-noise-store.ts';
import { createRuleTimerStore } from './workflow/rule-timer-store.ts';
import { createRuleSecretStore } from './workflow/secret/rule-secret-store.ts';
import { createRuleEventHistory } from './workflow/rule-event-history-store.ts';
import { createRuleTestStore } from './workflow/rule-test-store.ts';
import { createRuleStore } from './workflow/rule-store.ts';
import { createRuleSetCache, type RuleSetCache } from './workflow/rule-set-cache.ts';
import { createRuleEventStore } from './workflow/rule-event-store.ts';
import { createRuleExecutionStore } from './workflow/rule-execution-store.ts';
import { createEntityRegistryStore } from './workflow/entity-registry-store.ts';
import { createEntityRowStore } from './workflow/rows/entity-row-store.ts';
import { createRunFileStore } from './workspace/run-file-store.ts';
import { createStringReplaceLogStore } from './workspace/string-replace-log-store.ts';
import { createWorkspaceSourceStore } from './workspace/workspace-source-store.ts';
import { createWorkspaceStore } from './workspace/workspace-store.ts';

/** Options for {@link createUnitOfWork}. */
interface UnitOfWorkOptions {
  /** Returns the queue that writes through an executor. */
  readonly jobsOf: (executor: Executor, announce: Announce) => JobQueue;
  /** Called after each commit, for each topic that it concerns. */
  readonly announce: Announce;
  readonly storageQuota: StorageQuota;
}

/** Creates the unit of work of a database. */
export function createUnitOfWork(db: Executor, { jobsOf, announce, storageQuota }: UnitOfWorkOptions): UnitOfWork {
  const ruleSets = createRuleSetCache();
  return {
    stores: createStores(db, { jobs: jobsOf(db, announce), announce, storageQuota, ruleSets }),

    async transaction(work) {
      const topics = new Set<Topic>();
      const failure: { thrown?: unknown } = {};
      const collect: Announce = (topic) => void topics.add(topic);
      const committing = db.transaction().execute(async (transaction) => {
        try {
          const jobs = jobsOf(transaction, collect);
          return await work(createStores(transaction, { jobs, announce: collect, storageQuota, ruleSets }));
        } catch (thrown) {
          failure.thrown = thrown;
          throw thrown;
        }
      });
      try {
        await committing;
      } catch (thrown) {
        // An error of `work` is passed through; any other came from the database, at begin or commit.
        if (thrown === failure.thrown) throw thrown;
        // A commit whose answer was lost may have succeeded.
        topics.forEach(announce);
        throw toDatabaseError(thrown);
      }
      topics.forEach(announce);
      return committing;
    },
  };
}

/** Options for {@link createStores}. */
interface StoresOptions {
  /** The queue that writes through the same executor. */
  readonly jobs: JobQueue;
  /** Called once a change is stored, before the commit if the executor is a transaction. */
  readonly announce: Announce;
  readonly storageQuota: StorageQuota;
  readonly ruleSets: RuleSetCache;
}

/** Creates every store on one executor. */
function createStores(executor: Executor, { jobs, announce, storageQuota, ruleSets }: StoresOptions): Stores {
  return {
    users: guardStore(createUserStore(executor)),
    secrets: guardStore(createSecretStore(executor)),
    credentials: guardStore(createCredentialStore(executor)),
    workspaces: guardStore(createWorkspaceStore(executor, storageQuota)),
    workspaceSources: guardStore(createWorkspaceSourceStore(executor)),
    runFiles: guardStore(createRunFileStore(executor)),
    stringReplaceLog: guardStore(createStringReplaceLogStore(executor)),
    plans: guardStore(createPlanStore(executor)),
    proposals: guardStore(createProposalStore(executor)),
    remediations: guardStore(createRemediationStore(executor)),
    clientConversations: guardStore(createClientConversationStore(executor)),
    conversations: guardStore(createConversationStore(executor)),
    runs: guardStore(createRunStore(executor, announce)),
    approvals: guardStore(createApprovalStore(executor)),
    grants: guardStore(createToolGrantStore(executor)),
    schedules: guardStore(createScheduleStore(executor)),
    capabilities: guardStore(createCapabilityStore(executor)),
    patterns: guardStore(createPatternStore(executor)),
    projects: guardStore(createProjectStore(executor)),
    repositories: guardStore(createRepositoryStore(executor)),
    repositoryJobs: guardStore(createRepositoryJobStore(executor)),
    codeMaps: guardStore(createCodeMapStore(executor)),
    codeIndexes: guardStore(createCodeIndexStore(executor)),
    diagrams: guardStore(createDiagramStore(executor)),
    rules: guardStore(createRuleStore(executor, announce)),
    ruleTimers: guardStore(createRuleTimerStore(executor)),
    ruleSecrets: guardStore(createRuleSecretStore(executor)),
    ruleDrafts: guardStore(createRuleDraftStore(executor)),
    rulePreviews: guardStore(createRulePreviewStore(executor)),
    alerts: guardStore(createAlertStore(executor)),
    entityRegistry: guardStore(createEntityRegistryStore(executor)),
    entityRows: guardStore(createEntityRowStore(executor, announce)),
    incomingWebhooks: guardStore(createIncomingWebhookStore(executor, announce)),
    platform: guardStore(createPlatformStore(executor, announce)),
    ruleEvents: guardStore(createRuleEventStore(executor, { announce, ruleSets })),
    ruleExecutions: guardStore(createRuleExecutionStore(executor, announce)),
    ruleNoise: guardStore(createRuleNoiseStore(executor)),
    ruleTests: guardStore(createRuleTestStore(executor)),
    ruleEventHistory: guardStore(createRuleEventHistory(executor)),
    inbox: guardStore(createInboxStore(executor)),
    inboxWebhooks: guardStore(createInboxWebhookStore(executor, announce)),
    mcpServers: guardStore(createMcpServerStore(executor)),
    audit: guardStore(createAuditStore(executor)),
    spend: guardStore(createSpendStore(executor)),
    jobs: guardStore(jobs),
  };
}
