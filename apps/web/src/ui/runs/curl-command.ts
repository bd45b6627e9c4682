import type { RunTrace } from '@shipmate/protocol';

/** What a run was asked, and how. */
export type AskedRun = Pick<RunTrace, 'question' | 'contextType' | 'clientContext' | 'persona'> & {
  readonly run: Pick<RunTrace['run'], 'workspaceId' | 'model'>;
};

/** A command for a shell that asks the same over the Agent Chat Protocol; the token is for the person to fill in. */
export function toRunCurl({ question, contextType, clientContext, persona, run }: AskedRun, origin: string): string {
  const context = {
    ...clientContext,
    ...(run.workspaceId !== null && { workspace_id: run.workspaceId }),
  };
  const body = { message: question, context_type: contextType, context, model: run.model, persona };
  return [
    `curl -N ${new URL('/v1/agent/chat', origin).href}`,
    `  -H 'Authorization: Bearer <token>'`,
    `  -H 'Content-Type: application/json'`,
    `  -d ${quote(JSON.stringify(body))}`,
  ].join(' \\\n');
}

/** For a POSIX shell, which ends a quoted text at the next apostrophe. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
