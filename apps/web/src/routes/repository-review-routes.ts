import { pushJob, reviewJob } from '@shipmate/agents';
import type { UnitOfWork } from '@shipmate/domain';
import {
  type JobReviewView,
  pushJobRequestSchema,
  type PushJobResponse,
  reviewJobRequestSchema,
} from '@shipmate/protocol/web/repositories';
import { type AppEnvironment, type Authenticate, parseBody } from '@shipmate/server';
import { Hono } from 'hono';
import { type RepositoryAccess, requireRepositories } from '../repositories/repository-access.ts';

/** Options for {@link repositoryReviewRoutes}. */
interface RepositoryReviewRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  /** Undefined where no folder for repositories is configured. */
  readonly repositories: RepositoryAccess | undefined;
}

/** `/api/repository-jobs/{id}`: the review of a job's changes and the push of the accepted part. */
export function repositoryReviewRoutes(options: RepositoryReviewRoutesOptions): Hono<AppEnvironment> {
  const { authenticate, unitOfWork, repositories } = options;
  const app = new Hono<AppEnvironment>();

  app.post('/:id/review', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { signal } = context.req.raw;
    const decision = { ...(await parseBody(context, reviewJobRequestSchema)), jobId: context.req.param('id'), signal };
    await unitOfWork.stores.repositoryJobs.get(principal, decision.jobId);
    const resources = { unitOfWork, ...requireRepositories(repositories) };
    return context.json<JobReviewView>(await reviewJob(resources, principal, decision));
  });

  app.post('/:id/push', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { signal } = context.req.raw;
    const push = { ...(await parseBody(context, pushJobRequestSchema)), jobId: context.req.param('id'), signal };
    await unitOfWork.stores.repositoryJobs.get(principal, push.jobId);
    const resources = { unitOfWork, ...requireRepositories(repositories) };
    return context.json<PushJobResponse>(await pushJob(resources, principal, push), 201);
  });

  return app;
}
