import {
  alertStoreContract,
  approvalStoreContract,
  contractStorageQuota,
  auditStoreContract,
  capabilitySearchContract,
  capabilityStoreContract,
  changeDecisionsContract,
  clientConversationStoreContract,
  codeMapStoreContract,
  conversationListContract,
  conversationStoreContract,
  declarationsContract,
  deleteConversationContract,
  diagramStoreContract,
  credentialStoreContract,
  entityRowStoreContract,
  fileEditsContract,
  inboxStoreContract,
  inboxWebhookStoreContract,
  incomingWebhookContract,
  jobQueueContract,
  mcpServerStoreContract,
  patternStoreContract,
  planStoreContract,
  platformStoreContract,
  projectStoreContract,
  repositoryStoreContract,
  proposalStoreContract,
  remediationStoreContract,
  revisionsContract,
  ruleEventContract,
  ruleExecutionContract,
  ruleNoiseContract,
  ruleRetryContract,
  ruleStartContract,
  ruleSecretContract,
  ruleReplayContract,
  runFileStoreContract,
  runLeaseContract,
  runListContract,
  runProgressContract,
  runStoreContract,
  scheduleStoreContract,
  secretStoreContract,
  spendStoreContract,
  storageContract,
  stringReplaceLogContract,
  tenancyContract,
  unitOfWorkContract,
  userStoreContract,
  workflowStoreContract,
  workspaceListContract,
  workspaceStoreContract,
} from '@shipmate/domain/testing';
import { describe } from 'vitest';
import { createTestDatabase } from '../src/testing/index.ts';

/** Runs every contract of the domain on one engine. */
export function storeContracts(engine: 'pglite' | 'postgres'): void {
  describe(`on ${engine}`, () => {
    const open = () => createTestDatabase(engine);
    userStoreContract(open);
    secretStoreContract(open);
    credentialStoreContract(open);
    workspaceListContract(open);
    workspaceStoreContract(open);
    changeDecisionsContract(open);
    fileEditsContract(open);
    revisionsContract(open);
    runFileStoreContract(open);
    stringReplaceLogContract(open);
    planStoreContract(open);
    projectStoreContract(open);
    repositoryStoreContract(open);
    codeMapStoreContract(open);
    declarationsContract(open);
    diagramStoreContract(open);
    mcpServerStoreContract(open);
    proposalStoreContract(open);
    workflowStoreContract(open);
    ruleSecretContract(open);
    ruleRetryContract(open);
    ruleStartContract(open);
    alertStoreContract(open);
    entityRowStoreContract(open);
    platformStoreContract(open);
    incomingWebhookContract(open);
    ruleEventContract(open);
    ruleExecutionContract(open);
    ruleNoiseContract(open);
    ruleReplayContract(open);
    remediationStoreContract(open);
    conversationStoreContract(open);
    deleteConversationContract(open);
    conversationListContract(open);
    clientConversationStoreContract(open);
    runStoreContract(open);
    runLeaseContract(open);
    runProgressContract(open);
    runListContract(open);
    approvalStoreContract(open);
    inboxStoreContract(open);
    inboxWebhookStoreContract(open);
    capabilityStoreContract(open);
    capabilitySearchContract(open);
    patternStoreContract(open);
    scheduleStoreContract(open);
    auditStoreContract(open);
    spendStoreContract(open);
    storageContract(() => createTestDatabase(engine, { storageQuota: contractStorageQuota }));
    unitOfWorkContract(open);
    tenancyContract(open);
    // Polling is too rare to find a job in time.
    const queue = { retryLimit: 1, retryDelaySeconds: 1, pollSeconds: 3_600 };
    jobQueueContract(() => createTestDatabase(engine, { queue }));
  });
}
