export {
  approvalDeciders,
  approvalStatuses,
  type Approval,
  type ApprovalDecider,
  type ApprovalStatus,
  type ToolGrant,
} from './approval.ts';
export type { AskedApproval, CallApprovals, GuardedCall } from './call-approvals.ts';
export type { ApprovalChoice, ApprovalStore, NewApproval, ToolGrantStore } from './approval-store.ts';
