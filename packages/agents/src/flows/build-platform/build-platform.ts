import { defineTool, fenceText, type ToolContext, jsonValueSchema } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import { type PlatformWork, proposeOperation } from '@shipmate/domain/operation';
import type { Proposal } from '@shipmate/domain/proposal';
import { answerProposal, requireOperation } from '@shipmate/domain/use-cases';
import type { OperationsPort } from '@shipmate/tools';
import { z } from 'zod';
import type { FlowPorts } from '../flow.ts';
import { chooseOperation } from './choose-operation.ts';
import { describePlatformWork } from './describe-platform-work.ts';

type Ports = FlowPorts & { readonly operations: OperationsPort };

export const buildPlatform = defineTool({
  name: 'build-platform',
  description:
    "Finds the operation of the platform's own programs that gives a person what they want, asks for what it needs, and works out " +
    'the command. Call it with intent, in the words of the person. It answers with a proposal and its questions; put them to the ' +
    'person, and call it again with proposalId and answers. Then it gives the command, which run_operation carries out once the ' +
    'person approves it. With proposalId alone it returns the status of a proposal. It changes nothing by itself.',
  category: 'flow',
  effect: 'read',
  openWorld: true,
  timeoutMs: 300_000,
  input: z
    .object({
      intent: z.string().trim().min(1).max(2_000).optional().describe('What the person wants to build or set up.'),
      proposalId: z.uuid().optional().describe('A proposal that was made before.'),
      answers: z.record(z.string(), jsonValueSchema).optional().describe('Answers to its questions, by their names.'),
    })
    .refine(({ intent, proposalId }) => (intent === undefined) !== (proposalId === undefined), {
      message: 'give either intent or proposalId',
      path: ['intent'],
    }),
  output: () =>
    z.object({
      /** Null when no operation matches the intent. */
      proposalId: z.string().nullable(),
      status: z.string(),
      command: z.array(z.string()).nullable(),
      text: z.string(),
    }),
  async execute({ intent, proposalId, answers }, context: ToolContext<Ports>) {
    const { ports, principal } = context;
    const { stores } = ports.unitOfWork;
    if (proposalId === undefined) return propose(intent ?? '', context);
    const proposal = await stores.proposals.get(principal, proposalId);
    if (answers === undefined) return toOutput(proposal, requireOperation(proposal));
    const answered = await answerProposal(stores, principal, { proposal, answers });
    return toOutput(answered, answered.work);
  },
  toModel: ({ text }) => text,
});

async function propose(intent: string, context: ToolContext<Ports>) {
  const { ports, principal } = context;
  const { operation, why, suggestions } = await chooseOperation(ports, intent, context);
  if (!operation) {
    return {
      proposalId: null,
      status: 'nothing_fits',
      command: null,
      text: `No operation fits.\n${fenceText(why, { source: 'model' })}`,
    };
  }
  const work = proposeOperation(operation, { why, suggestions });
  const proposal = { id: newId(), intent, status: work.command === null ? 'asking' : 'ready', work } as const;
  return toOutput(await ports.unitOfWork.stores.proposals.create(principal, proposal), work);
}

function toOutput(proposal: Proposal, work: PlatformWork) {
  const { id: proposalId, status } = proposal;
  return {
    proposalId,
    status,
    command: work.command === null ? null : [...work.command],
    text: describePlatformWork(proposal, work),
  };
}
