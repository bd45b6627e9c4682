import type { Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { decideRemediation, type PlanVerdict } from '@shipmate/domain/use-cases';
import { type Remediation } from '@shipmate/domain/remediation';
import { openApprovalSigner } from '../../approval/open-approval-signer.ts';
import { signApproval } from './plan-hash.ts';

/** Stores a person's decision on a plan. @throws AppError as `decideRemediation` of the domain does */
export async function decidePlan(
  unitOfWork: UnitOfWork,
  principal: Principal,
  { remediationId, verdict }: { readonly remediationId: string; readonly verdict: PlanVerdict },
): Promise<Remediation> {
  const sign = signApproval(await openApprovalSigner(unitOfWork), remediationId);
  return unitOfWork.transaction((stores) => decideRemediation(stores, principal, { remediationId, verdict, sign }));
}
