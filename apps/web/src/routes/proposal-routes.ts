import { confirmProposal, enqueueCall, exportRecommendation } from '@shipmate/agents';
import type { Principal, ToolRegistry } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { PlatformWork } from '@shipmate/domain/operation';
import type { Proposal } from '@shipmate/domain/proposal';
import type { Question } from '@shipmate/domain/question';
import type { Recommendation } from '@shipmate/domain/recommendation';
import type { ConversationRun } from '@shipmate/domain/run';
import { answerProposal, moveProposal } from '@shipmate/domain/use-cases';
import {
  answerProposalRequestSchema,
  chooseSolutionRequestSchema,
  confirmProposalRequestSchema,
  createProposalRequestSchema,
  exportProposalRequestSchema,
  type ExportProposalResponse,
  exportProposalResponseSchema,
  type ProposalListResponse,
  proposalListResponseSchema,
  proposalQuerySchema,
  proposalSchema,
  type ProposalView,
  type QuestionView,
  type StartedRunResponse,
  startedRunResponseSchema,
} from '@shipmate/protocol/web/proposals';
import type { ModelCatalog } from '@shipmate/providers';
import {
  type AppEnvironment,
  type Authenticate,
  describeRoute,
  nameRun,
  parseBody,
  parseInput,
} from '@shipmate/server';
import type { ComputePort } from '@shipmate/tools';
import { Hono } from 'hono';

/** Options for {@link proposalRoutes}. */
interface ProposalRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly models: Pick<ModelCatalog, 'get'>;
  readonly tools: ToolRegistry;
  readonly compute: ComputePort;
}

/** `/api/proposals`: the caller's proposals. Longer work is a run that a worker executes. */
export function proposalRoutes({ authenticate, ...resources }: ProposalRoutesOptions): Hono<AppEnvironment> {
  const { unitOfWork } = resources;
  const { proposals } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();
  const own = async (request: Request, id: string) => {
    const principal = await authenticate(request);
    return { principal, proposal: await proposals.get(principal, id) };
  };

  describeRoute(app, 'GET /', {
    summary: 'List proposals',
    query: proposalQuerySchema,
    response: proposalListResponseSchema,
  });
  app.get('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const listed = await proposals.list(principal, parseInput(proposalQuerySchema, context.req.query()));
    return context.json<ProposalListResponse>({ proposals: listed.map(toProposalView) });
  });

  describeRoute(app, 'POST /', {
    summary: 'Create a proposal',
    body: createProposalRequestSchema,
    response: startedRunResponseSchema,
    status: 202,
  });
  app.post('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { flow, intent, context: cluster, model } = await parseBody(context, createProposalRequestSchema);
    const input = { intent, ...(flow === 'recommend' && cluster !== undefined && { context: cluster }) };
    const run = await work(principal, { tool: flow, input, message: intent, model });
    nameRun(context, run.id);
    return context.json<StartedRunResponse>(toStarted(run), 202);
  });

  describeRoute(app, 'GET /:id', { summary: 'Get a proposal', response: proposalSchema });
  app.get('/:id', async (context) => {
    const { proposal } = await own(context.req.raw, context.req.param('id'));
    return context.json<ProposalView>(toProposalView(proposal));
  });

  describeRoute(app, 'POST /:id/answers', {
    summary: 'Answer the questions of a proposal',
    body: answerProposalRequestSchema,
    response: proposalSchema,
  });
  app.post('/:id/answers', async (context) => {
    const { principal, proposal } = await own(context.req.raw, context.req.param('id'));
    const { answers } = await parseBody(context, answerProposalRequestSchema);
    const answered = await answerProposal(unitOfWork.stores, principal, { proposal, answers });
    return context.json<ProposalView>(toProposalView(answered));
  });

  describeRoute(app, 'POST /:id/choice', {
    summary: 'Choose a solution of a proposal',
    body: chooseSolutionRequestSchema,
    response: startedRunResponseSchema,
    status: 202,
  });
  app.post('/:id/choice', async (context) => {
    const { principal, proposal } = await own(context.req.raw, context.req.param('id'));
    const { solution, answers, model } = await parseBody(context, chooseSolutionRequestSchema);
    const input = { proposalId: proposal.id, solution, answers };
    const message = `Write the manifests of the solution that I chose. What I want: ${proposal.intent}`;
    const run = await work(principal, { tool: 'recommend', input, message, model });
    nameRun(context, run.id);
    return context.json<StartedRunResponse>(toStarted(run), 202);
  });

  describeRoute(app, 'POST /:id/confirmation', {
    summary: 'Confirm a proposal',
    body: confirmProposalRequestSchema,
    response: startedRunResponseSchema,
    status: 202,
  });
  app.post('/:id/confirmation', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { model, ...seen } = await parseBody(context, confirmProposalRequestSchema);
    const run = await confirmProposal(resources, principal, { proposalId: context.req.param('id'), seen, model });
    nameRun(context, run.id);
    return context.json<StartedRunResponse>(toStarted(run), 202);
  });

  describeRoute(app, 'POST /:id/workspace', {
    summary: 'Export a proposal as a workspace',
    body: exportProposalRequestSchema,
    response: exportProposalResponseSchema,
    status: 201,
  });
  app.post('/:id/workspace', async (context) => {
    const { principal, proposal } = await own(context.req.raw, context.req.param('id'));
    const { chartName } = await parseBody(context, exportProposalRequestSchema);
    const exported = await exportRecommendation(
      resources,
      { principal, signal: context.req.raw.signal },
      { proposalId: proposal.id, chartName },
    );
    const { workspace, left, notes } = exported;
    const response = { workspaceId: workspace.id, left: [...left], notes: [...notes] };
    return context.json<ExportProposalResponse>(response, 201);
  });

  describeRoute(app, 'POST /:id/withdrawal', { summary: 'Withdraw a proposal', response: proposalSchema });
  app.post('/:id/withdrawal', async (context) => {
    const { principal, proposal } = await own(context.req.raw, context.req.param('id'));
    const step = { id: proposal.id, from: ['asking', 'ready', 'withdrawn'], to: 'withdrawn' } as const;
    return context.json<ProposalView>(toProposalView(await moveProposal(unitOfWork.stores, principal, step)));
  });

  function work(
    principal: Principal,
    call: Omit<Parameters<typeof enqueueCall>[2], 'isApproved'>,
  ): Promise<ConversationRun> {
    return enqueueCall(resources, principal, { ...call, isApproved: false });
  }

  return app;
}

function toStarted({ id: runId, conversationId }: ConversationRun): StartedRunResponse {
  return { runId, conversationId };
}

/** Returns a proposal for its owner. */
function toProposalView({ id, intent, status, work, createdAt, updatedAt }: Proposal): ProposalView {
  return {
    id,
    flow: work.flow,
    intent,
    status,
    operation: work.flow === 'build-platform' ? toOperationView(work) : null,
    recommendation: work.flow === 'recommend' ? toRecommendationView(work) : null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

function toOperationView({ operation, why, questions, command, result }: PlatformWork): ProposalView['operation'] {
  const { tool, operation: name, description } = operation;
  return {
    tool,
    operation: name,
    description,
    why,
    questions: questions.map(toQuestionView),
    command: command === null ? null : [...command],
    result,
  };
}

function toRecommendationView({ context, solutions, chosen }: Recommendation): ProposalView['recommendation'] {
  return {
    context,
    solutions: solutions.map(({ kinds, patterns, problems, questions, ...solution }) => ({
      ...solution,
      kinds: [...kinds],
      patterns: [...patterns],
      problems: [...problems],
      questions: questions.map(toQuestionView),
    })),
    chosen: chosen && { solutionId: chosen.solutionId, manifests: chosen.manifests, tried: [...chosen.tried] },
  };
}

function toQuestionView({ name, text, type, required, choices, suggestion, ...rest }: Question): QuestionView {
  return {
    name,
    text,
    type,
    required,
    choices: choices ? [...choices] : null,
    default: toAnswer(rest.default),
    suggestion: toAnswer(suggestion),
  };
}

function toAnswer(value: Question['default']): QuestionView['default'] {
  if (value === undefined) return null;
  return typeof value === 'object' ? [...value] : value;
}
