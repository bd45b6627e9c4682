import type { ConversationEntry } from '../api/all-conversations.ts';
import { clusterConversationAddress, conversationAddress, ruleConversationAddress } from '../router/addresses.ts';

const subjectWords: Readonly<Record<ConversationEntry['contextType'], string>> = {
  chart: 'Chart',
  cluster: 'Cluster',
  workflow: 'Rules',
  tables: 'Tables',
  repository: 'Repository',
  diagram: 'Diagram',
  plain: 'Chat',
};

/** Describes the subject of a conversation: its kind and workspace. */
export function describeSubject({ contextType, workspaceName }: ConversationEntry): string {
  return [subjectWords[contextType], workspaceName].filter((word) => word !== null).join(' · ');
}

/** Returns the address of a conversation; undefined when this app has no page for it. */
export function toEntryAddress({
  id,
  workspaceId,
  contextType,
}: Pick<ConversationEntry, 'id' | 'workspaceId' | 'contextType'>) {
  if (workspaceId !== null) return conversationAddress(workspaceId, id);
  if (contextType === 'workflow') return ruleConversationAddress(id);
  return contextType === 'cluster' ? clusterConversationAddress(id) : undefined;
}
