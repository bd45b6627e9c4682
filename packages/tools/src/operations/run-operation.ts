import { isDeepStrictEqual } from 'node:util';
import { AppError, defineTool, toAppError, type ToolContext } from '@shipmate/core';
import type { OperationResult, PlatformWork } from '@shipmate/domain/operation';
import type { Proposal } from '@shipmate/domain/proposal';
import type { OperationProposals } from '@shipmate/domain/tool-storage';
import { moveProposal, requireOperation, requireReady, takeProposal } from '@shipmate/domain/use-cases';
import { z } from 'zod';
import { fencePlainText } from '../kubernetes/answer/plain-text.ts';
import type { CommandResult, OperationsPort } from './operations-port.ts';
import { maxOperationSeconds } from './platform-environment.ts';

/** The most characters of output shown while the command runs. */
const maxReported = 200_000;

/** The characters shown of the end of a command's output. */
const shownOutput = 6_000;

export interface RunOperationPorts {
  readonly operations: OperationsPort;
  readonly operationProposals: OperationProposals;
}

export const runOperation = defineTool({
  name: 'run_operation',
  description:
    'Executes an operation of the platform that build-platform proposed and whose questions are answered. Pass proposalId and ' +
    'command exactly as build-platform returned them; a person must approve the exact command. It runs once, until the command has ' +
    'ended, and returns the exit code and the end of the output. Report an exit code other than 0 as a failure.',
  effect: 'destructive',
  openWorld: true,
  timeoutMs: (maxOperationSeconds + 60) * 1_000,
  input: () =>
    z.object({
      proposalId: z.uuid(),
      command: z
        .array(z.string().max(4_100))
        .min(1)
        .max(400)
        .describe('The exact command, as build-platform returned it.'),
    }),
  output: () =>
    z.object({
      succeeded: z.boolean(),
      exitCode: z.number().int().nullable(),
      summary: z.string(),
      /** The command's output. */
      output: z.string(),
    }),
  async execute({ proposalId, command }, context: ToolContext<RunOperationPorts>) {
    const { principal } = context;
    const { operationProposals: proposals } = context.ports;
    requireConfirmed(await proposals.get(principal, proposalId), command);
    const taken = await takeProposal({ proposals }, principal, { id: proposalId, takenBy: callerOf(context) });
    const work = requireOperation(taken);
    const end = (result: OperationResult, to: 'done' | 'failed') =>
      moveProposal({ proposals }, principal, { id: proposalId, from: ['taken'], to, work: { ...work, result } });
    const result = await runProgram(work, command, context).catch(async (thrown: unknown) => {
      const error = toAppError(thrown);
      await end({ exitCode: null, summary: error.message, output: '' }, 'failed');
      throw error;
    });
    const succeeded = result.exitCode === 0;
    await end(result, succeeded ? 'done' : 'failed');
    return { succeeded, ...result };
  },
  async preview({ proposalId, command }, { ports, principal }: ToolContext<RunOperationPorts>) {
    const proposal = await ports.operationProposals.get(principal, proposalId);
    const { operation } = requireConfirmed(proposal, command);
    requireReady(proposal);
    const heading = `${operation.tool} ${operation.operation}: ${operation.description || 'no description'}`;
    return [heading, ...command.map((word, index) => `${index === 0 ? '$' : ' '} ${JSON.stringify(word)}`)].join('\n');
  },
  isFailure: ({ succeeded }) => !succeeded,
  toModel: ({ summary, output }) =>
    output === '' ? summary : `${summary}\n${fencePlainText(output, { source: 'program' })}`,
});

/** Runs the command if it still results from the answers. */
async function runProgram(
  { operation: { tool, operation }, answers }: PlatformWork,
  command: readonly string[],
  { ports, principal, signal, report }: ToolContext<RunOperationPorts>,
): Promise<OperationResult> {
  const options = { principal, signal, ...(report && { onOutput: boundReport(report) }) };
  return toResult(await ports.operations.run({ tool, operation, values: answers ?? {}, command }, options));
}

/** Rejects a command that differs from the confirmed one, because the answers may have changed since. */
function requireConfirmed(proposal: Proposal, command: readonly string[]): PlatformWork {
  const work = requireOperation(proposal);
  if (isDeepStrictEqual(work.command, command)) return work;
  throw new AppError({
    code: 'CONFLICT',
    message:
      'The command differs from the command of the proposal. Call build-platform with its id to see the current command.',
  });
}

/** Passes output on up to the size limit of a log. */
function boundReport(report: (text: string) => void): (text: string) => void {
  let left = maxReported;
  return (text) => {
    if (left <= 0) return;
    left -= text.length;
    report(left > 0 ? text : `${text}[What else it writes is not shown until it has ended.]\n`);
  };
}

/** Returns the key that identifies a call when it is interrupted and made again. */
function callerOf({ taskId, toolCallId }: ToolContext): string {
  return `${taskId} ${toolCallId}`;
}

function toResult({ exitCode, timedOut, truncated, stdout, stderr }: CommandResult): OperationResult {
  const summary = timedOut
    ? 'The command timed out and was killed. Its effects until then remain.'
    : exitCode === null
      ? 'The command was killed by a signal.'
      : `The command ended with exit code ${exitCode}.`;
  const written = [stdout.trimEnd(), ...(stderr.trim() === '' ? [] : ['[stderr]', stderr.trimEnd()])].join('\n').trim();
  const isCut = truncated || written.length > shownOutput;
  return {
    exitCode,
    summary: isCut ? `${summary} Of what it wrote, the end is shown.` : summary,
    output: written.slice(-shownOutput),
  };
}
