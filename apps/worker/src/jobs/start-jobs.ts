import { beginResponse, describeConversation, runDueSchedules, suggestFollowUps } from '@shipmate/agents';
import type { SpendStore } from '@shipmate/domain/spend';
import type { WorkerResources } from '../worker-resources.ts';
import { checkClusters } from './check-clusters.ts';
import { deleteOldRuleEvents } from './delete-old-rule-events.ts';
import { deleteOldRunEvents } from './delete-old-run-events.ts';
import { refreshCapabilities } from './refresh-capabilities.ts';

/** Schedules of the periodic jobs, in UTC. */
const times = {
  everyMinute: '* * * * *',
  everyTenMinutes: '*/10 * * * *',
} as const;

/** Starts to process jobs of every name. Jobs that answer a question only start a run, which any worker executes. */
export async function startJobs(
  resources: WorkerResources,
  { runEventsDays, ruleEventsDays }: { readonly runEventsDays: number; readonly ruleEventsDays: number },
): Promise<void> {
  const { logger, database, models, ports, draining } = resources;
  const { unitOfWork, jobs } = database;

  await jobs.work('describe_conversation', async (job, signal) => {
    await describeConversation({ unitOfWork, models }, job, AbortSignal.any([signal, draining]));
    logger.info('conversation described', { conversationId: job.conversationId });
  });

  await jobs.work('suggest_follow_ups', async (job, signal) => {
    await suggestFollowUps({ unitOfWork, models, logger }, job, AbortSignal.any([signal, draining]));
    logger.info('follow-ups suggested', { runId: job.runId });
  });

  await jobs.work('respond', async (job) => {
    const { id } = await beginResponse(unitOfWork, job);
    logger.info('response begun', { runId: id });
  });

  await jobs.work('run_schedules', async (_job, signal) => {
    await runDueSchedules({ unitOfWork, models, logger }, AbortSignal.any([signal, draining]));
  });
  await jobs.schedule('run_schedules', times.everyMinute, {});

  const { capabilityIndex } = ports;
  if (capabilityIndex) {
    const { capabilities } = unitOfWork.stores;
    await jobs.work('refresh_capabilities', async (_job, signal) => {
      const refresh = { capabilities, capabilityIndex, logger };
      const clusters = await refreshCapabilities(refresh, AbortSignal.any([signal, draining]));
      logger.info('capabilities refreshed', { clusters });
    });
    await jobs.schedule('refresh_capabilities', times.everyTenMinutes, {});
  }

  const { kubernetes, compute } = ports;
  if (kubernetes) {
    const { platform } = unitOfWork.stores;
    await jobs.work('check_clusters', async (_job, signal) => {
      await checkClusters({ platform, kubernetes, compute, logger }, AbortSignal.any([signal, draining]));
    });
    await jobs.schedule('check_clusters', times.everyMinute, {});
  }

  await jobs.work('housekeeping', async (_job, signal) => {
    const runs = await deleteOldRunEvents(unitOfWork.stores.runs, runEventsDays, signal);
    const merged = await mergeRunSpend(unitOfWork.stores.spend, signal);
    const events = await deleteOldRuleEvents(unitOfWork.stores, ruleEventsDays, signal);
    const deliveries = await unitOfWork.stores.inboxWebhooks.deleteEnded({ days: deliveryDays });
    logger.info('housekeeping done', {
      runsWithoutEvents: runs,
      mergedSpend: merged,
      deletedRuleEvents: events,
      deletedDeliveries: deliveries,
    });
  });
  await jobs.schedule('housekeeping', times.everyTenMinutes, {});
}

/** Retention of the deliveries to webhooks, in days. */
const deliveryDays = 30;

/** Number of records that are merged in one statement. */
const spendBatch = 1_000;

/** Merges the usage of ended runs into that of their users, and returns the number of merged records. */
async function mergeRunSpend(spend: Pick<SpendStore, 'mergeRuns'>, signal: AbortSignal): Promise<number> {
  let total = 0;
  for (let merged = spendBatch; merged === spendBatch && !signal.aborted; total += merged) {
    merged = await spend.mergeRuns({ limit: spendBatch });
  }
  return total;
}
