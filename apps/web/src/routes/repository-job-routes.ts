import { discardJob } from '@shipmate/agents';
import type { UnitOfWork } from '@shipmate/domain';
import type { RepositoryJobView } from '@shipmate/protocol/web/repositories';
import { type AppEnvironment, type Authenticate, longJson } from '@shipmate/server';
import { Hono } from 'hono';
import type { RepositoryAccess } from '../repositories/repository-access.ts';
import { toJobView } from '../views/repository-view.ts';

/** Options for {@link repositoryJobRoutes}. */
interface RepositoryJobRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  /** Undefined where no folder for repositories is configured. */
  readonly repositories: RepositoryAccess | undefined;
}

/** `/api/repository-jobs`: the caller's jobs with their results. */
export function repositoryJobRoutes(options: RepositoryJobRoutesOptions): Hono<AppEnvironment> {
  const { authenticate, unitOfWork, repositories: access } = options;
  const { repositories, repositoryJobs, runs, conversations } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  app.get('/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    const job = await repositoryJobs.get(principal, context.req.param('id'));
    const run = await runs.get(principal, job.id);
    const { title } = await conversations.get(principal, job.conversationId);
    const { repositoryId } = job;
    const repositoryName = repositoryId === null ? null : (await repositories.get(principal, repositoryId)).name;
    const canPropose = job.remoteUrl !== null && access?.changeRequests.supports(job.remoteUrl) === true;
    return longJson<RepositoryJobView>(context, toJobView({ job, run, title, repositoryName, canPropose }));
  });

  app.post('/:id/discard', async (context) => {
    const principal = await authenticate(context.req.raw);
    const job = { jobId: context.req.param('id'), signal: context.req.raw.signal };
    await discardJob({ unitOfWork, ...access }, principal, job);
    return context.body(null, 204);
  });

  return app;
}
