import { AppError, defineTool, type ToolContext } from '@shipmate/core';
import { newId, type UnitOfWork } from '@shipmate/domain';
import { beginRemediation } from '@shipmate/domain/use-cases';
import {
  type Remediation,
  remediationModes,
  remediationStatuses,
  riskLevels,
  workedOnStatuses,
} from '@shipmate/domain/remediation';
import { z } from 'zod';
import { describeRemediation } from './describe-remediation.ts';
import { wait as waitForReal, type Wait } from './wait.ts';

/** Ports of the remediate tool. A worker with access to the cluster does the work. */
interface Ports {
  readonly unitOfWork: UnitOfWork;
  readonly wait?: Wait;
}

/** Maximum number of status reads in one call, and the interval between them in milliseconds. */
const maxReads = 280;
const readIntervalMs = 1_000;

/** Status reads of a queued remediation: the caller may occupy the worker that is to execute it. */
const maxReadsWhileQueued = 10;

export const remediate = defineTool({
  name: 'remediate',
  description:
    'Remediates an issue of a cluster: a worker investigates it, plans typed changes, dry-runs each, and computes its risk. In mode "manual" ' +
    '(the default) a person approves the plan; in mode "automatic" a restart, more replicas, more CPU or memory or a corrected probe of a ' +
    'workload that the issue names is executed at once if its risk is not above maxRisk, and everything else waits for a person. ' +
    'Afterwards the cluster is watched, and the status reports the outcome. Call it with issue to begin a remediation, and with ' +
    'remediationId to read its status.',
  category: 'flow',
  writesTo: 'cluster',
  effect: ({ mode }) => (mode === 'automatic' ? 'write' : 'read'),
  worstEffect: 'write',
  openWorld: true,
  idempotent: false,
  timeoutMs: 300_000,
  input: () =>
    z.object({
      issue: z.string().trim().min(1).max(2_000).describe('What is wrong, with names and namespace.').optional(),
      mode: z.enum(remediationModes).default('manual'),
      maxRisk: z.enum(riskLevels).default('low'),
      context: z
        .string()
        .trim()
        .min(1)
        .max(253)
        .describe('Context of the kubeconfig; the current one when left out.')
        .optional(),
      remediationId: z.uuid().describe('One that was begun before.').optional(),
    }),
  output: () => z.object({ remediationId: z.string(), status: z.enum(remediationStatuses), text: z.string() }),
  async execute({ issue, mode, maxRisk, context, remediationId }, call: ToolContext<Ports>) {
    const { ports, principal } = call;
    const { unitOfWork } = ports;
    if ((issue === undefined) === (remediationId === undefined)) {
      throw new AppError({ code: 'VALIDATION_ERROR', message: 'Give either issue or remediationId.' });
    }
    if (remediationId !== undefined) {
      return toOutput(await unitOfWork.stores.remediations.get(principal, remediationId));
    }
    const request = { id: newId(), issue: issue ?? '', mode, maxRisk, context: context ?? null, model: null };
    const { id } = await unitOfWork.transaction((stores) => beginRemediation(stores, principal, request));
    return toOutput(await follow(id, call));
  },
  toModel: ({ text }) => text,
  clientEvents: ({ remediationId, status }) => [{ type: 'remediation', data: { remediationId, status } }],
});

/** Polls a remediation until it needs a person or has ended. */
async function follow(id: string, { ports, principal, signal }: ToolContext<Ports>): Promise<Remediation> {
  const { unitOfWork, wait = waitForReal } = ports;
  for (let reads = 1; ; reads += 1) {
    const remediation = await unitOfWork.stores.remediations.get(principal, id);
    const isOver = reads === maxReads || (remediation.isQueued && reads >= maxReadsWhileQueued);
    if (!workedOnStatuses.includes(remediation.status) || isOver) return remediation;
    await wait(readIntervalMs, signal);
  }
}

function toOutput(remediation: Remediation) {
  const { id: remediationId, status } = remediation;
  return { remediationId, status, text: describeRemediation(remediation) };
}
