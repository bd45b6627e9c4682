import { AppError, defineTool, type ToolContext, jsonValueSchema } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import type { Proposal } from '@shipmate/domain/proposal';
import { type Answers, checkAnswers } from '@shipmate/domain/question';
import type { Recommendation, Solution } from '@shipmate/domain/recommendation';
import { moveProposal } from '@shipmate/domain/use-cases';
import { z } from 'zod';
import { askAboutSolution } from './ask-about-solution.ts';
import { describeRecommendation } from './describe-recommendation.ts';
import { findSolutions } from './find-solutions.ts';
import { requireRecommendation } from './require-recommendation.ts';
import type { RecommendPorts } from './recommend-ports.ts';
import { writeManifests } from './write-manifests.ts';

export const recommend = defineTool({
  name: 'recommend',
  description:
    'Recommends how to run something in this cluster, and writes the manifests. Call it with intent, in the words of the person. It ' +
    'answers with a proposal: solutions, scored by what the cluster and the organization have, each with questions. Put them to the ' +
    'person, and call it again with proposalId, the solution that they chose and answers. Then it returns manifests that passed a ' +
    'dry run of the cluster, or its refusals. With proposalId alone it returns the status of a proposal. It changes nothing.',
  category: 'flow',
  effect: 'read',
  openWorld: true,
  timeoutMs: 600_000,
  maxResultChars: 80_000,
  input: z
    .object({
      intent: z.string().trim().min(1).max(2_000).optional().describe('What the person wants to run or have.'),
      context: z
        .string()
        .trim()
        .min(1)
        .max(253)
        .optional()
        .describe('Context of the kubeconfig; the current one when left out.'),
      proposalId: z.uuid().optional().describe('A proposal that was made before.'),
      solution: z.string().optional().describe('Id of the solution that the person chose.'),
      answers: z.record(z.string(), jsonValueSchema).optional().describe('Answers to its questions, by their names.'),
    })
    .refine(({ intent, proposalId }) => (intent === undefined) !== (proposalId === undefined), {
      message: 'give either intent or proposalId',
      path: ['intent'],
    }),
  output: () => z.object({ proposalId: z.string(), status: z.string(), text: z.string() }),
  async execute(
    { intent, context: cluster, proposalId, solution, answers = {} },
    context: ToolContext<RecommendPorts>,
  ) {
    const { ports, principal } = context;
    if (proposalId === undefined) return propose({ intent: intent ?? '', cluster }, context);
    const proposal = await ports.unitOfWork.stores.proposals.get(principal, proposalId);
    const work = requireRecommendation(proposal);
    if (solution === undefined) return toOutput(proposal, work);
    return choose({ proposal, work, solution, answers }, context);
  },
  toModel: ({ text }) => text,
});

async function propose(
  { intent, cluster }: { readonly intent: string; readonly cluster: string | undefined },
  context: ToolContext<RecommendPorts>,
) {
  const { ports, principal } = context;
  const found = await findSolutions(ports, { intent, cluster }, context);
  context.report?.(`Working out what has to be asked about ${found.length} solutions.\n`);
  const solutions = await Promise.all(
    found.map(async (solution): Promise<Solution> => {
      return { ...solution, questions: await askAboutSolution(ports, { intent, solution }, context) };
    }),
  );
  const work: Recommendation = { flow: 'recommend', context: cluster ?? null, solutions, chosen: null };
  const proposal = { id: newId(), intent, status: 'asking', work } as const;
  return toOutput(await ports.unitOfWork.stores.proposals.create(principal, proposal), work);
}

/** A person's choice of a solution. */
interface Choice {
  readonly proposal: Proposal;
  readonly work: Recommendation;
  readonly solution: string;
  readonly answers: Answers;
}

async function choose({ proposal, work, solution: id, answers }: Choice, context: ToolContext<RecommendPorts>) {
  const { ports, principal } = context;
  const { stores } = ports.unitOfWork;
  const solution = work.solutions.find((each) => each.id === id);
  if (!solution) throw new AppError({ code: 'NOT_FOUND', message: 'This proposal has no such solution.' });
  const order = {
    intent: proposal.intent,
    cluster: work.context ?? undefined,
    solution,
    answers: checkAnswers(solution.questions, answers),
  };
  const chosen = await writeManifests(ports, order, context);
  const to = chosen.tried.some(({ change }) => change === 'refused') ? 'asking' : 'ready';
  const worked = { ...work, chosen };
  const step = { id: proposal.id, from: ['asking', 'ready'], to, work: worked } as const;
  return toOutput(await moveProposal(stores, principal, step), worked);
}

function toOutput(proposal: Proposal, work: Recommendation) {
  return { proposalId: proposal.id, status: proposal.status, text: describeRecommendation(proposal, work) };
}
