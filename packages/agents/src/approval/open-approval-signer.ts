import type { UnitOfWork } from '@shipmate/domain';
import { type ApprovalSigner, createApprovalSigner } from './approval-signer.ts';

/** Opens the signer of an installation: its secret is created once and stored in the database. */
export async function openApprovalSigner({ stores }: UnitOfWork): Promise<ApprovalSigner> {
  return createApprovalSigner(await stores.secrets.getOrCreate('approvals'));
}
