import type { UnitOfWork } from '@shipmate/domain';
import { discardRepositoryJob } from '@shipmate/domain/use-cases';
import type { RepositoryJobView } from '@shipmate/protocol/web/repositories';
import { type AppEnvironment, type Authenticate, longJson } from '@shipmate/server';
import { Hono } from 'hono';
import { toJobView } from '../views/repository-view.ts';

/** Options for {@link repositoryJobRoutes}. */
interface RepositoryJobRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
}

/** `/api/repository-jobs`: the caller's jobs with their results. */
export function repositoryJobRoutes({ authenticate, unitOfWork }: RepositoryJobRoutesOptions): Hono<AppEnvironment> {
  const { repositories, repositoryJobs, runs, conversations } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  app.get('/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    const job = await repositoryJobs.get(principal, context.req.param('id'));
    const run = await runs.get(principal, job.id);
    const { title } = await conversations.get(principal, job.conversationId);
    const { repositoryId } = job;
    const repositoryName = repositoryId === null ? null : (await repositories.get(principal, repositoryId)).name;
    return longJson<RepositoryJobView>(context, toJobView({ job, run, title, repositoryName }));
  });

  app.post('/:id/discard', async (context) => {
    const principal = await authenticate(context.req.raw);
    const jobId = context.req.param('id');
    await unitOfWork.transaction((stores) => discardRepositoryJob(stores, principal, jobId));
    return context.body(null, 204);
  });

  return app;
}
