import { remediationSchema, type RemediationView } from '@shipmate/protocol/web/remediations';
import { summarizeToolCall } from '@shipmate/protocol/web/tool-summary';
import type { Connection } from '../connection/connection.ts';
import { requestJson } from '../connection/request-json.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { printJsonLine } from '../print-json.ts';
import type { Terminal } from '../terminal.ts';
import { waitUntil } from '../wait-until.ts';
import { printPlan } from './print-plan.ts';

/** Options for {@link followRemediation}. */
interface FollowRemediationOptions {
  readonly connection: Connection;
  readonly terminal: Terminal;
  readonly isJson: boolean;
  readonly signal: AbortSignal;
  /** Called once with a plan that waits for approval; `stop` ends the reading. */
  readonly onPlan?: (remediation: RemediationView) => Promise<'read on' | 'stop'>;
}

/** Statuses in which Shipmate still works or waits. */
const activeStatuses: ReadonlySet<string> = new Set(['investigating', 'awaiting_approval', 'executing', 'validating']);

/** Exit codes of outcomes; other ones are failures. */
const exitCodeOf: Readonly<Record<string, ExitCode>> = {
  resolved: exitCodes.success,
  nothing_to_do: exitCodes.success,
  proposed: exitCodes.success,
  awaiting_approval: exitCodes.undecided,
  refused: exitCodes.undecided,
  expired: exitCodes.undecided,
  stopped: exitCodes.interrupted,
};

/** Prints the progress of a remediation until its outcome is known. */
export async function followRemediation(id: string, options: FollowRemediationOptions): Promise<ExitCode> {
  const { connection, terminal, isJson, signal, onPlan } = options;
  const path = `/api/remediations/${encodeURIComponent(id)}`;
  const seen = { calls: 0, progress: '', plan: false, asked: false };
  let isStopped = false;

  function show(remediation: RemediationView): void {
    const { calls, plan, analysis } = remediation;
    for (const { tool, input, isError } of calls.slice(seen.calls)) {
      const { done, target } = summarizeToolCall(tool, input);
      terminal.warn(`· ${done} ${target}`, isError ? 'red' : 'dim');
    }
    seen.calls = calls.length;
    const progress = toProgress(remediation);
    const isNew = progress !== seen.progress;
    if (isNew) terminal.warn(progress, 'bold');
    seen.progress = progress;
    if (isJson && isNew) printJsonLine(terminal, remediation);
    if (!seen.plan && (plan !== null || (analysis !== null && !activeStatuses.has(remediation.status)))) {
      seen.plan = true;
      if (!isJson) printPlan(remediation, terminal);
    }
  }

  async function read(): Promise<RemediationView> {
    const remediation = await requestJson(connection.web, { path, response: remediationSchema, signal });
    show(remediation);
    if (remediation.status === 'awaiting_approval' && !seen.asked && onPlan) {
      seen.asked = true;
      isStopped = (await onPlan(remediation)) === 'stop';
    }
    return remediation;
  }

  const { status, reason } = await waitUntil(read, (state) => isStopped || !activeStatuses.has(state.status), signal);
  if (!isJson && !activeStatuses.has(status)) {
    const exitCode = exitCodeOf[status] ?? exitCodes.failure;
    terminal.print(
      `${toWords(status)}. ${reason ?? ''}`.trimEnd(),
      exitCode === exitCodes.success ? 'green' : 'yellow',
    );
  }
  return exitCodeOf[status] ?? exitCodes.failure;
}

function toProgress({ status, isQueued, isStopping, watch, plan }: RemediationView): string {
  if (isStopping) return 'Stopping';
  if (isQueued && status === 'investigating') return 'Queued';
  const running = plan?.actions.find((action) => action.status === 'running');
  if (status === 'executing' && running) return `Executing: ${running.description}`;
  if (status === 'validating' && watch !== null)
    return `Watching until ${watch.until.slice(11, 19)} UTC: ${watch.waitingFor}`;
  return toWords(status);
}

function toWords(status: string): string {
  if (status === 'awaiting_approval') return 'Waiting for approval';
  return status.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());
}
