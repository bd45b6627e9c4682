import { describe, expect, it, vi } from 'vitest';
import { newId } from '../identifier/id.ts';
import type { JobAdministration } from '../job/job-administration.ts';
import { jobNames, type JobPayloads, type JobQueue, type JobRunner } from '../job/job-queue.ts';
import { useDatabase, type ContractDatabase, type OpenDatabase } from './contract-database.ts';

/** A database with its queue. Its jobs are tried twice, one second apart. */
export interface JobContractDatabase extends ContractDatabase {
  readonly jobs: JobQueue & JobRunner & JobAdministration;
}

type Payload = JobPayloads['describe_conversation'];

/** Runs the contract of every `JobQueue` and `JobRunner`. */
export function jobQueueContract(open: OpenDatabase<JobContractDatabase>): void {
  describe('JobQueue and JobRunner', () => {
    describe('with one worker', () => {
      const database = useDatabase(open);

      it('executes jobs, retries failed ones and then dead-letters them', async () => {
        const { jobs, unitOfWork } = database();
        const [plain, committed, rolledBack, failsOnce, failsAlways] = Array.from({ length: 5 }, newPayload);
        if (!plain || !committed || !rolledBack || !failsOnce || !failsAlways) throw new Error('five payloads');
        const tries: Payload[] = [];
        await jobs.work('describe_conversation', async (payload) => {
          tries.push(payload);
          const isFirst = tries.filter((other) => other.conversationId === payload.conversationId).length === 1;
          if (payload.conversationId === failsAlways.conversationId) throw new Error('never works');
          if (payload.conversationId === failsOnce.conversationId && isFirst) throw new Error('works next time');
        });

        await jobs.enqueue('describe_conversation', plain);
        await unitOfWork.stores.jobs.enqueue('describe_conversation', failsOnce);
        await unitOfWork.transaction((stores) => stores.jobs.enqueue('describe_conversation', committed));
        await expect(
          unitOfWork.transaction(async (stores) => {
            await stores.jobs.enqueue('describe_conversation', rolledBack);
            throw new RangeError('changed my mind');
          }),
        ).rejects.toThrow(RangeError);
        await jobs.enqueue('describe_conversation', failsAlways);

        const dead = async () => (await jobs.listDeadJobs('describe_conversation')).map(({ payload }) => payload);
        await vi.waitFor(async () => expect(await dead()).toEqual([failsAlways]), { timeout: 20_000, interval: 100 });
        const triesOf = (payload: Payload) => tries.filter((other) => other.conversationId === payload.conversationId);
        await vi.waitFor(() => expect(triesOf(failsOnce)).toHaveLength(2), { timeout: 20_000, interval: 100 });
        expect(triesOf(plain)).toEqual([plain]);
        expect(triesOf(committed)).toEqual([committed]);
        expect(triesOf(rolledBack)).toEqual([]);
        expect(triesOf(failsAlways)).toHaveLength(2);
      });
    });

    describe('with a backlog', () => {
      const database = useDatabase(open);

      it('executes two jobs of a name at once, and the next one when one of them has ended', async () => {
        const { jobs, unitOfWork } = database();
        const payloads = [newPayload(), newPayload(), newPayload()];
        const begun: { readonly payload: Payload; readonly end: () => void }[] = [];
        await jobs.work('describe_conversation', async (payload) => {
          const { promise, resolve: end } = Promise.withResolvers<void>();
          begun.push({ payload, end });
          await promise;
        });
        await unitOfWork.transaction(async (stores) => {
          for (const payload of payloads) await stores.jobs.enqueue('describe_conversation', payload);
        });
        const begin = (count: number) => vi.waitFor(() => expect(begun).toHaveLength(count), { timeout: 20_000 });
        await begin(2);
        begun[0]?.end();
        await begin(3);
        expect(begun.map(({ payload }) => payload)).toEqual(expect.arrayContaining(payloads));
        for (const { end } of begun) end();
      });
    });

    describe('with a delayed job', () => {
      const database = useDatabase(open);

      it('delivers it after the others, once its time has come', async () => {
        const { jobs, unitOfWork } = database();
        const [later, never, now] = [newPayload(), newPayload(), newPayload()];
        const taken: Payload[] = [];
        await unitOfWork.transaction((stores) =>
          stores.jobs.enqueue('describe_conversation', later, { startAfterSeconds: 2 }),
        );
        await jobs.enqueue('describe_conversation', never, { startAfterSeconds: 3_600 });
        await jobs.enqueue('describe_conversation', now);
        await jobs.work('describe_conversation', async (payload) => void taken.push(payload));
        await vi.waitFor(() => expect(taken).toHaveLength(2), { timeout: 20_000, interval: 100 });
        expect(taken).toEqual([now, later]);
      });
    });

    describe('without a worker', () => {
      const database = useDatabase(open);

      it('measures the queues that have jobs', async () => {
        const { jobs } = database();
        const figures = async () => (await jobs.measureQueues()).find(({ name }) => name === 'describe_conversation');
        expect(await figures()).toBe(undefined);
        await jobs.enqueue('describe_conversation', newPayload(), { startAfterSeconds: 3_600 });
        expect(await figures()).toEqual({ name: 'describe_conversation', isDead: false, jobs: 1, oldestSeconds: 0 });
        await jobs.enqueue('describe_conversation', newPayload());
        expect(await figures()).toMatchObject({ jobs: 2, oldestSeconds: expect.any(Number) });
        await expect.poll(async () => (await figures())?.oldestSeconds).toBeGreaterThan(0);
      });
    });

    describe('with dead jobs', () => {
      const database = useDatabase(open);

      it('list and count permanently failed jobs with their errors, and execute requeued ones again', async () => {
        const { jobs } = database();
        const [requeued, remaining] = [newPayload(), newPayload()];
        const done: Payload[] = [];
        let isFixed = false;
        await jobs.work('describe_conversation', async (payload) => {
          if (!isFixed) throw new Error('not yet');
          done.push(payload);
        });
        const dead = () => jobs.listDeadJobs('describe_conversation');
        const waitFor = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 100 });
        const countsOf = async () => (await jobs.countJobs()).find(({ name }) => name === 'describe_conversation');
        for (const payload of [requeued, remaining]) await jobs.enqueue('describe_conversation', payload);
        await waitFor(async () => expect(await dead()).toHaveLength(2));
        expect(await countsOf()).toEqual({ name: 'describe_conversation', waiting: 0, retrying: 0, dead: 2 });
        expect((await jobs.countJobs()).map(({ name }) => name)).toEqual(jobNames);
        const figures = { name: 'describe_conversation', isDead: true, jobs: 2, oldestSeconds: expect.any(Number) };
        expect(await jobs.measureQueues()).toEqual([figures]);

        const job = (await jobs.listDeadJobs()).find(
          ({ payload }) => 'conversationId' in payload && payload.conversationId === requeued.conversationId,
        );
        expect(job).toEqual({
          id: expect.any(String),
          name: 'describe_conversation',
          payload: requeued,
          tries: 2,
          failedAt: expect.any(Date),
          error: 'not yet',
        });
        isFixed = true;
        expect(await jobs.requeueDeadJobs(job ? [job] : [])).toBe(1);
        expect(await jobs.requeueDeadJobs(job ? [job] : [])).toBe(0);
        await waitFor(async () => expect(done).toEqual([requeued]));
        expect((await dead()).map(({ payload }) => payload)).toEqual([remaining]);
        expect(await jobs.requeueDeadJobs([])).toBe(0);
        expect(await jobs.listDeadJobs('housekeeping')).toEqual([]);
      });
    });

    it('abort the signal of a running job when the runner stops', async () => {
      const database = await open();
      const running = Promise.withResolvers<AbortSignal>();
      const ended = Promise.withResolvers<string>();
      await database.jobs.work('describe_conversation', async (_, signal) => {
        running.resolve(signal);
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        ended.resolve('stopped');
      });
      await database.jobs.enqueue('describe_conversation', newPayload());
      expect((await running.promise).aborted).toBe(false);
      await database[Symbol.asyncDispose]();
      expect(await ended.promise).toBe('stopped');
    });
  });
}

function newPayload(): Payload {
  return { userId: newId(), organizationId: newId(), conversationId: newId(), model: 'demo:scripted' };
}
