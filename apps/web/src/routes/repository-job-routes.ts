import { continueJob, discardJob, findAnsweredJob, undoJob } from '@shipmate/agents';
import type { UnitOfWork } from '@shipmate/domain';
import {
  continueJobRequestSchema,
  type JobStepsResponse,
  jobStepsResponseSchema,
  repositoryJobSchema,
  type RepositoryJobView,
  type StartJobResponse,
  startJobResponseSchema,
  undoJobRequestSchema,
} from '@shipmate/protocol/web/repositories';
import type { ModelCatalog } from '@shipmate/providers';
import { type AppEnvironment, type Authenticate, describeRoute, longJson, nameRun, parseBody } from '@shipmate/server';
import { Hono } from 'hono';
import { type RepositoryAccess, requireRepositories } from '../repositories/repository-access.ts';
import { toJobSteps, toJobView } from '../views/repository-view.ts';

/** Options for {@link repositoryJobRoutes}. */
interface RepositoryJobRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly models: Pick<ModelCatalog, 'get'>;
  /** Undefined where no folder for repositories is configured. */
  readonly repositories: RepositoryAccess | undefined;
}

/** `/api/repository-jobs`: the caller's jobs with their results, and jobs that undo or continue them. */
export function repositoryJobRoutes(options: RepositoryJobRoutesOptions): Hono<AppEnvironment> {
  const { authenticate, unitOfWork, models, repositories: access } = options;
  const { repositories, repositoryJobs, runs, conversations } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'GET /:id', { summary: 'Get a repository job', response: repositoryJobSchema });
  app.get('/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    const job = await repositoryJobs.get(principal, context.req.param('id'));
    const run = await runs.get(principal, job.id);
    const { title } = await conversations.get(principal, job.conversationId);
    const { repositoryId } = job;
    const repositoryName = repositoryId === null ? null : (await repositories.get(principal, repositoryId)).name;
    const canPropose = job.remoteUrl !== null && access?.changeRequests.supports(job.remoteUrl) === true;
    const answered = job.outcome === 'open' ? await findAnsweredJob(unitOfWork.stores, principal, job) : undefined;
    const pushBranch = job.pushedBranch ?? answered?.pushedBranch ?? job.branch;
    return longJson<RepositoryJobView>(context, toJobView({ job, run, title, repositoryName, canPropose, pushBranch }));
  });

  describeRoute(app, 'GET /:id/steps', { summary: 'List steps of a repository job', response: jobStepsResponseSchema });
  app.get('/:id/steps', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { id } = await repositoryJobs.get(principal, context.req.param('id'));
    const checkpoints = await repositoryJobs.listCheckpoints(principal, id);
    return longJson<JobStepsResponse>(context, { steps: toJobSteps(await runs.listSteps(id), checkpoints) });
  });

  describeRoute(app, 'POST /:id/undo', {
    summary: 'Undo a step of a repository job',
    body: undoJobRequestSchema,
    response: startJobResponseSchema,
    status: 201,
  });
  app.post('/:id/undo', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { turn } = await parseBody(context, undoJobRequestSchema);
    const { id: jobId } = await repositoryJobs.get(principal, context.req.param('id'));
    requireRepositories(access);
    const job = await unitOfWork.transaction((stores) => undoJob(stores, principal, { jobId, turn }));
    nameRun(context, job.id);
    return context.json<StartJobResponse>({ jobId: job.id, conversationId: job.conversationId }, 201);
  });

  describeRoute(app, 'POST /:id/continue', {
    summary: 'Continue a repository job',
    body: continueJobRequestSchema,
    response: startJobResponseSchema,
    status: 201,
  });
  app.post('/:id/continue', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { prompt, model } = await parseBody(context, continueJobRequestSchema);
    const { id: jobId } = await repositoryJobs.get(principal, context.req.param('id'));
    requireRepositories(access);
    const request = { jobId, prompt, model: models.get(model).id };
    const job = await unitOfWork.transaction((stores) => continueJob(stores, principal, request));
    nameRun(context, job.id);
    return context.json<StartJobResponse>({ jobId: job.id, conversationId: job.conversationId }, 201);
  });

  describeRoute(app, 'POST /:id/discard', { summary: 'Discard a repository job' });
  app.post('/:id/discard', async (context) => {
    const principal = await authenticate(context.req.raw);
    const job = { jobId: context.req.param('id'), signal: context.req.raw.signal };
    await discardJob({ unitOfWork, ...access }, principal, job);
    return context.body(null, 204);
  });

  return app;
}
