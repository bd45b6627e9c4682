import type { UnitOfWork } from '@shipmate/domain';
import { type ApprovalSigner, createApprovalSigner } from './approval-signer.ts';

/** The signer of an installation: its secret is made once, and kept in the database. */
export async function openApprovalSigner({ stores }: UnitOfWork): Promise<ApprovalSigner> {
  return createApprovalSigner(await stores.secrets.getOrCreate('approvals'));
}
