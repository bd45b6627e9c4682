import { AppError, defineTool, type ToolContext } from '@shipmate/core/tool';
import { jobClaimStatuses } from '@shipmate/domain/repository';
import { z } from 'zod';
import type { PlatformToolPorts } from './platform-ports.ts';

export const updateJobStatus = defineTool({
  name: 'updateJobStatus',
  description:
    'Tells the people who watch this job how far it is: what you have done and what comes next. It is shown as your claim; the job itself ' +
    'ends with your final answer, whatever the status here.',
  effect: 'write',
  idempotent: true,
  input: () =>
    z.object({
      status: z.enum(jobClaimStatuses),
      progress: z.number().min(0).max(100).optional().describe('Percent of the work that is done.'),
      statusMessage: z.string().max(500).optional().describe('One sentence.'),
    }),
  output: () =>
    z.object({
      status: z.enum(jobClaimStatuses),
      progress: z.number().nullable(),
      statusMessage: z.string().nullable(),
    }),
  async execute({ status, progress = null, statusMessage = null }, context: ToolContext<PlatformToolPorts>) {
    const { ports, principal, runId, report } = context;
    if (runId === undefined) throw new AppError({ code: 'NOT_FOUND', message: 'The call belongs to no job.' });
    await ports.projectNotes.setClaim(principal, runId, { status, progress, message: statusMessage });
    report?.([progress === null ? status : `${status}, ${progress} %`, statusMessage ?? ''].join(' ').trim());
    return { status, progress, statusMessage };
  },
  clientEvents: (claim) => [{ type: 'job_status', data: claim }],
});
