import type { WorkKind } from '@shipmate/domain/work-kind';
import { clusterQuestionResponseSchema } from '@shipmate/protocol/web/clusters';
import { remediationSchema } from '@shipmate/protocol/web/remediations';
import { repositoryListResponseSchema, startJobResponseSchema } from '@shipmate/protocol/web/repositories';
import { createWorkspaceResponseSchema } from '@shipmate/protocol/web/workspace';
import type { LinkOptions } from '@tanstack/react-router';
import { requestJson } from '../api/request.ts';
import { clusterConversationAddress, jobAddress, remediationAddress, workspaceAddress } from '../router/addresses.ts';

/** A message that starts work. */
export interface NewWork {
  readonly kind: WorkKind;
  readonly text: string;
  /** `provider:model`; the default model when undefined. */
  readonly model: string | undefined;
  /** The repository of a task; the first one when undefined. */
  readonly repositoryId?: string | undefined;
}

/** Starts work of any kind; returns the address of its page. */
export async function startWork({ kind, text, model: id, repositoryId }: NewWork): Promise<LinkOptions> {
  const model = id === undefined ? {} : { model: id };
  switch (kind) {
    case 'chart': {
      const body = { prompt: text, ...model };
      const { workspaceId } = await requestJson('/api/workspaces', { schema: createWorkspaceResponseSchema, body });
      return workspaceAddress(workspaceId);
    }
    case 'cluster_question': {
      const body = { message: text, ...model };
      const schema = clusterQuestionResponseSchema;
      const { conversationId } = await requestJson('/api/clusters/conversations', { schema, body });
      return clusterConversationAddress(conversationId);
    }
    case 'fix': {
      const body = { issue: text, mode: 'manual', ...model };
      return remediationAddress((await requestJson('/api/remediations', { schema: remediationSchema, body })).id);
    }
    case 'repository': {
      const schema = startJobResponseSchema;
      const body = { prompt: text, ...model };
      const path = `/api/repositories/${repositoryId ?? (await findFirstRepository())}/jobs`;
      return jobAddress((await requestJson(path, { schema, body })).jobId);
    }
  }
}

async function findFirstRepository(): Promise<string> {
  const { repositories } = await requestJson('/api/repositories', { schema: repositoryListResponseSchema });
  return repositories[0]?.id ?? 'none';
}
