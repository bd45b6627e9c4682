import {
  approvalStoreContract,
  contractStorageQuota,
  auditStoreContract,
  capabilitySearchContract,
  capabilityStoreContract,
  changeDecisionsContract,
  clientConversationStoreContract,
  conversationStoreContract,
  credentialStoreContract,
  fileEditsContract,
  jobQueueContract,
  patternStoreContract,
  planStoreContract,
  proposalStoreContract,
  remediationStoreContract,
  revisionsContract,
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
    workspaceStoreContract(open);
    changeDecisionsContract(open);
    fileEditsContract(open);
    revisionsContract(open);
    runFileStoreContract(open);
    stringReplaceLogContract(open);
    planStoreContract(open);
    proposalStoreContract(open);
    remediationStoreContract(open);
    conversationStoreContract(open);
    clientConversationStoreContract(open);
    runStoreContract(open);
    runLeaseContract(open);
    runProgressContract(open);
    runListContract(open);
    approvalStoreContract(open);
    capabilityStoreContract(open);
    capabilitySearchContract(open);
    patternStoreContract(open);
    scheduleStoreContract(open);
    auditStoreContract(open);
    spendStoreContract(open);
    storageContract(() => createTestDatabase(engine, { storageQuota: contractStorageQuota }));
    unitOfWorkContract(open);
    tenancyContract(open);
    jobQueueContract(() => createTestDatabase(engine, { queue: { retryLimit: 1, retryDelaySeconds: 1 } }));
  });
}
