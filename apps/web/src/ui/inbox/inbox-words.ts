import type { InboxItemView } from '@shipmate/protocol/web/inbox';
import {
  conversationAddress,
  proposalAddress,
  remediationAddress,
  ruleExecutionAddress,
  rulePreviewAddress,
  runAddress,
} from '../router/addresses.ts';

/** Labels of the kinds of items. */
export const kindWords: Readonly<Record<InboxItemView['kind'], string>> = {
  approval: 'Approval',
  remediation: 'Remediation',
  plan: 'Plan',
  proposal: 'Proposal',
  rule_preview: 'Rule preview',
  rule_approval: 'Rule approval',
  unknown_call: 'Question',
};

const originWords = { chat: 'Chat', agent_chat: 'Agent Chat API', job: 'Job', schedule: 'Schedule' } as const;

/** The triggers of items whose runs have no conversation. */
const triggerWords: Readonly<Partial<Record<InboxItemView['kind'], string>>> = {
  remediation: 'Cluster',
  rule_approval: 'Rule',
};

/** Describes where an item comes from: its conversation and workspace, else its trigger. */
export function describeOrigin({ kind, origin }: Pick<InboxItemView, 'kind' | 'origin'>): string {
  const { conversationTitle, workspaceName, runOrigin } = origin;
  const trigger = triggerWords[kind] ?? (runOrigin && originWords[runOrigin]);
  const words = [conversationTitle, workspaceName].filter((word) => word !== null);
  return words.length > 0 ? words.join(' · ') : (trigger ?? '');
}

/** Returns the address of the page on which an item can be read in full and answered. */
export function toItemAddress({ kind, id, origin }: InboxItemView) {
  const { runId, conversationId, workspaceId, ruleId } = origin;
  if (kind === 'remediation') return remediationAddress(id);
  if (kind === 'proposal') return proposalAddress(id);
  if (kind === 'rule_preview') return rulePreviewAddress(id);
  if (workspaceId !== null && conversationId !== null) return conversationAddress(workspaceId, conversationId);
  if (ruleId !== null && runId !== null) return ruleExecutionAddress(ruleId, runId);
  return runId === null ? undefined : runAddress(runId);
}
