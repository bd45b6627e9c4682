import {
  answerComments,
  mergeJob,
  proposeJob,
  pushJob,
  readMergeOptions,
  refreshProposal,
  reviewJob,
} from '@shipmate/agents';
import type { UnitOfWork } from '@shipmate/domain';
import {
  answerCommentsRequestSchema,
  changeRequestRequestSchema,
  changeRequestSchema,
  type ChangeRequestView,
  jobReviewSchema,
  type JobReviewView,
  mergedRequestSchema,
  type MergedRequestView,
  mergeJobRequestSchema,
  mergeOptionsSchema,
  type MergeOptionsView,
  pushJobRequestSchema,
  type PushJobResponse,
  pushJobResponseSchema,
  reviewJobRequestSchema,
  type StartJobResponse,
  startJobResponseSchema,
} from '@shipmate/protocol/web/repositories';
import type { ModelCatalog } from '@shipmate/providers';
import { type AppEnvironment, type Authenticate, describeRoute, nameRun, parseBody } from '@shipmate/server';
import { Hono } from 'hono';
import { type RepositoryAccess, requireRepositories } from '../repositories/repository-access.ts';

/** Options for {@link repositoryReviewRoutes}. */
interface RepositoryReviewRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly models: Pick<ModelCatalog, 'get'>;
  /** Undefined where no folder for repositories is configured. */
  readonly repositories: RepositoryAccess | undefined;
}

/** `/api/repository-jobs/{id}`: the review of a job's changes, the push of the accepted part, and its pull or merge request. */
export function repositoryReviewRoutes(options: RepositoryReviewRoutesOptions): Hono<AppEnvironment> {
  const { authenticate, unitOfWork, models, repositories } = options;
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'POST /:id/review', {
    summary: 'Review the changes of a repository job',
    body: reviewJobRequestSchema,
    response: jobReviewSchema,
  });
  app.post('/:id/review', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { signal } = context.req.raw;
    const decision = { ...(await parseBody(context, reviewJobRequestSchema)), jobId: context.req.param('id'), signal };
    await unitOfWork.stores.repositoryJobs.get(principal, decision.jobId);
    const resources = { unitOfWork, ...requireRepositories(repositories) };
    return context.json<JobReviewView>(await reviewJob(resources, principal, decision));
  });

  describeRoute(app, 'POST /:id/push', {
    summary: 'Push the branch of a repository job',
    body: pushJobRequestSchema,
    response: pushJobResponseSchema,
    status: 201,
  });
  app.post('/:id/push', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { signal } = context.req.raw;
    const push = { ...(await parseBody(context, pushJobRequestSchema)), jobId: context.req.param('id'), signal };
    await unitOfWork.stores.repositoryJobs.get(principal, push.jobId);
    const resources = { unitOfWork, ...requireRepositories(repositories) };
    return context.json<PushJobResponse>(await pushJob(resources, principal, push), 201);
  });

  describeRoute(app, 'POST /:id/change-request', {
    summary: 'Open a change request',
    body: changeRequestRequestSchema,
    response: changeRequestSchema,
    status: 201,
  });
  app.post('/:id/change-request', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { signal } = context.req.raw;
    const request = await parseBody(context, changeRequestRequestSchema);
    const proposal = { ...request, jobId: context.req.param('id'), signal };
    await unitOfWork.stores.repositoryJobs.get(principal, proposal.jobId);
    const resources = { unitOfWork, ...requireRepositories(repositories) };
    return context.json<ChangeRequestView>(await proposeJob(resources, principal, proposal), 201);
  });

  describeRoute(app, 'POST /:id/change-request/refresh', {
    summary: 'Refresh a change request',
    response: changeRequestSchema,
  });
  app.post('/:id/change-request/refresh', async (context) => {
    const principal = await authenticate(context.req.raw);
    const job = { jobId: context.req.param('id'), signal: context.req.raw.signal };
    await unitOfWork.stores.repositoryJobs.get(principal, job.jobId);
    const resources = { unitOfWork, ...requireRepositories(repositories) };
    return context.json<ChangeRequestView>(await refreshProposal(resources, principal, job));
  });

  describeRoute(app, 'GET /:id/change-request/merge', {
    summary: 'Get how a change request can be merged',
    response: mergeOptionsSchema,
  });
  app.get('/:id/change-request/merge', async (context) => {
    const principal = await authenticate(context.req.raw);
    const job = { jobId: context.req.param('id'), signal: context.req.raw.signal };
    await unitOfWork.stores.repositoryJobs.get(principal, job.jobId);
    const resources = { unitOfWork, ...requireRepositories(repositories) };
    return context.json<MergeOptionsView>(await readMergeOptions(resources, principal, job));
  });

  describeRoute(app, 'POST /:id/change-request/merge', {
    summary: 'Merge a change request',
    body: mergeJobRequestSchema,
    response: mergedRequestSchema,
  });
  app.post('/:id/change-request/merge', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { signal } = context.req.raw;
    const merge = { ...(await parseBody(context, mergeJobRequestSchema)), jobId: context.req.param('id'), signal };
    await unitOfWork.stores.repositoryJobs.get(principal, merge.jobId);
    const resources = { unitOfWork, ...requireRepositories(repositories) };
    return context.json<MergedRequestView>(await mergeJob(resources, principal, merge));
  });

  describeRoute(app, 'POST /:id/answer-comments', {
    summary: 'Answer the comments of a change request',
    body: answerCommentsRequestSchema,
    response: startJobResponseSchema,
    status: 201,
  });
  app.post('/:id/answer-comments', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { model } = await parseBody(context, answerCommentsRequestSchema);
    const jobId = context.req.param('id');
    await unitOfWork.stores.repositoryJobs.get(principal, jobId);
    const resources = { unitOfWork, ...requireRepositories(repositories) };
    const { signal } = context.req.raw;
    const job = await answerComments(resources, principal, { jobId, model: models.get(model).id, signal });
    nameRun(context, job.id);
    return context.json<StartJobResponse>({ jobId: job.id, conversationId: job.conversationId }, 201);
  });

  return app;
}
