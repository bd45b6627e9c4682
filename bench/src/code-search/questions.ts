/** A question about code, and the file that answers it. */
export interface CodeQuestion {
  readonly text: string;
  readonly path: string;
}

/** Questions by repository: on `open` ones the ranking may be tuned, `frozen` ones only measure it. */
export const questions: Readonly<
  Record<
    'agents' | 'ai' | 'server',
    { readonly open: readonly CodeQuestion[]; readonly frozen: readonly CodeQuestion[] }
  >
> = {
  agents: {
    open: [
      { text: 'who renews the lease of a run while it executes', path: 'run/execute/lease-keeper.ts' },
      { text: 'retry queries while the database is down', path: 'run/log/retry-database.ts' },
      { text: 'name of the git branch for a new job', path: 'kinds/repository/begin-repository-job.ts' },
      { text: 'cron schedules that are due', path: 'jobs/run-due-schedules.ts' },
      { text: 'sign an approval so it cannot be forged', path: 'approval/approval-signer.ts' },
      { text: 'cancel runs nobody reads any more', path: 'run/execute/stop-unread-runs.ts' },
      { text: 'answer in the language of the user', path: 'hooks/language-guard.ts' },
      { text: 'open pull request for finished work', path: 'kinds/repository/propose-job.ts' },
      { text: 'how much money a run may spend', path: 'run/budget/run-budget.ts' },
      { text: 'send notifications to a webhook', path: 'inbox/inbox-deliverer.ts' },
    ],
    frozen: [
      { text: 'coalesce text deltas before writing them', path: 'run/log/run-recorder.ts' },
      { text: 'title for a conversation', path: 'jobs/describe-conversation.ts' },
      { text: 'continue a run after a crash from stored turns', path: 'kinds/answer/restore-progress.ts' },
      { text: 'check whether the cluster is healthy after a fix', path: 'kinds/remediation/watch-health.ts' },
      { text: 'proposed follow up questions', path: 'jobs/suggest-follow-ups.ts' },
      { text: 'match an event against automation rules', path: 'kinds/rule-execution/rule-matcher.ts' },
      { text: 'person accepts or rejects an entry of the inbox', path: 'inbox/decide-inbox-item.ts' },
      { text: 'replace NUL characters that postgres refuses', path: 'run/log/to-storable.ts' },
      { text: 'call tools of another server over http', path: 'tools/create-remote-tools.ts' },
      { text: 'hash of the plan that was shown', path: 'kinds/remediation/plan-hash.ts' },
    ],
  },
  ai: {
    open: [
      { text: 'repair incomplete json while it streams', path: 'util/fix-json.ts' },
      { text: 'wait longer between attempts', path: 'util/retry-with-exponential-backoff.ts' },
      { text: 'angle between two embeddings', path: 'util/cosine-similarity.ts' },
      { text: 'download an image from a url', path: 'util/download/download.ts' },
      { text: 'pull thinking tags out of model text', path: 'middleware/extract-reasoning-middleware.ts' },
      { text: 'emit words slowly for a typing effect', path: 'generate-text/smooth-stream.ts' },
      { text: 'maximum number of steps of the agent loop', path: 'generate-text/stop-condition.ts' },
      { text: 'turn ui messages into prompts for the model', path: 'ui/convert-to-model-messages.ts' },
      { text: 'drop old messages to save tokens', path: 'generate-text/prune-messages.ts' },
      { text: 'combine several abort signals', path: 'util/merge-abort-signals.ts' },
    ],
    frozen: [
      { text: 'error when the model calls a tool that does not exist', path: 'error/no-such-tool-error.ts' },
      { text: 'server sent events keep alive', path: 'ui-message-stream/create-sse-stream-with-keep-alive.ts' },
      { text: 'compare objects deeply', path: 'util/is-deep-equal-data.ts' },
      { text: 'split a list into chunks', path: 'util/split-array.ts' },
      { text: 'run jobs one after another', path: 'util/serial-job-executor.ts' },
      { text: 'verify that the user approved a tool call', path: 'generate-text/validate-tool-approvals.ts' },
      { text: 'hide credentials from telemetry', path: 'telemetry/redact-telemetry-credentials.ts' },
      { text: 'play audio in the browser for voice', path: 'realtime/browser-realtime-audio.ts' },
      { text: 'order documents by relevance to a query', path: 'rerank/rerank.ts' },
      { text: 'make a fake stream with delays for tests', path: 'util/simulate-readable-stream.ts' },
    ],
  },
  server: {
    open: [
      { text: 'cookie that keeps a person signed in', path: 'server/access/session-cookie.ts' },
      { text: 'verify json web tokens', path: 'server/access/jwt-verifier.ts' },
      { text: 'limit requests per organization', path: 'server/admission/create-admission.ts' },
      { text: 'cross origin requests', path: 'server/edge/cors.ts' },
      { text: 'gzip answers', path: 'server/edge/compress-json.ts' },
      { text: 'kill a process with all its children', path: 'runtime/process/process-tree.ts' },
      { text: 'pool of worker threads', path: 'runtime/thread/create-worker-pool.ts' },
      { text: 'close everything in order on sigterm', path: 'runtime/shutdown/create-shutdown.ts' },
      { text: 'heartbeat comments in event stream', path: 'server/stream/sse-stream.ts' },
      { text: 'liveness and readiness probes', path: 'server/health/mount-health.ts' },
    ],
    frozen: [
      { text: 'protect against cross site request forgery', path: 'server/access/same-origin.ts' },
      { text: 'give each tenant its turn', path: 'runtime/limit/create-fair-limiter.ts' },
      { text: 'limit memory held by uploads', path: 'runtime/limit/create-byte-budget.ts' },
      { text: 'parse environment variables', path: 'runtime/environment/parse-environment.ts' },
      { text: 'export traces with opentelemetry', path: 'runtime/telemetry/otlp-sdk.ts' },
      { text: 'convert exceptions to http responses', path: 'server/error/respond-with-error.ts' },
      { text: 'read request body as json without blocking', path: 'server/body/read-json.ts' },
      { text: 'progress notifications of mcp calls', path: 'server/mcp/report-progress.ts' },
      { text: 'structured log lines', path: 'runtime/logger/create-logger.ts' },
      { text: 'spawn a program with timeout', path: 'runtime/process/run-process.ts' },
    ],
  },
};
