import type { RunTrace } from '@shipmate/protocol/web/runs';

/** The request of a run, with its options. */
export type AskedRun = Pick<RunTrace, 'question' | 'contextType' | 'clientContext' | 'persona'> & {
  readonly run: Pick<RunTrace['run'], 'workspaceId' | 'model'>;
};

/** Returns a shell command that repeats the request over the Agent Chat Protocol; the person fills in the token. */
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

/** For a POSIX shell, where an apostrophe ends a quoted text. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
