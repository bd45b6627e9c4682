import { fenceText } from '@shipmate/core';
import type { ClientContext } from '@shipmate/domain/conversation';
import { currentWorkflowId } from '../workflow-id.ts';

const contextPreamble = `## Current State
The user sees this state. Prefer it to tool calls that would read the same facts.`;

/** Formats the state that the client shows, with its workflow id first; empty when there is none. */
export function contextBlock(context: ClientContext | null | undefined): string {
  if (!context || Object.keys(context).length === 0) return '';
  const workflowId = currentWorkflowId(context);
  const id = workflowId === undefined ? '' : `**Current workflow ID: \`${workflowId}\`**\n`;
  return `${contextPreamble}\n\n${id}${fenceText(JSON.stringify(context), { source: 'client' })}`;
}
