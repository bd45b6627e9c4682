import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { createQueryClient } from './query-client.ts';

it('a change during the first load shows the state after the change', async () => {
  const client = createQueryClient();
  const firstLoad = Promise.withResolvers<string[]>();
  const loads = [firstLoad.promise, Promise.resolve(['laptop'])];
  const observer = new QueryObserver(client, {
    queryKey: ['tokens'],
    queryFn: async () => (await loads.shift()) ?? [],
  });
  const stop = observer.subscribe(() => undefined);

  const invalidated = client.invalidateQueries({ queryKey: ['tokens'] });
  firstLoad.resolve([]);
  await invalidated;

  expect(observer.getCurrentResult()).toMatchObject({ status: 'success', data: ['laptop'] });
  stop();
});

it('a change leaves the first load of other keys in flight', async () => {
  const client = createQueryClient();
  const load = Promise.withResolvers<string>();
  const signals: AbortSignal[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['runs'],
    queryFn: ({ signal }) => {
      signals.push(signal);
      return load.promise;
    },
  });
  const stop = observer.subscribe(() => undefined);

  await client.invalidateQueries({ queryKey: ['tokens'] });

  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  stop();
});

it('changes and loads are sent though the browser takes itself for offline', async () => {
  onlineManager.setOnline(false);
  try {
    const client = createQueryClient();
    expect(await client.fetchQuery({ queryKey: ['tokens'], queryFn: () => 'loaded' })).toBe('loaded');
    expect(await new MutationObserver(client, { mutationFn: async () => 'changed' }).mutate()).toBe('changed');
  } finally {
    onlineManager.setOnline(true);
  }
});

it('a page loads again what may be old once the browser is online again', async () => {
  const client = createQueryClient();
  const states = ['before', 'after'];
  client.mount();
  const observer = new QueryObserver(client, {
    queryKey: ['tokens'],
    queryFn: () => states.shift() ?? 'none',
    staleTime: 0,
  });
  const stop = observer.subscribe(() => undefined);
  await expect.poll(() => observer.getCurrentResult().data).toBe('before');

  onlineManager.setOnline(false);
  onlineManager.setOnline(true);

  await expect.poll(() => observer.getCurrentResult().data).toBe('after');
  stop();
  client.unmount();
});

it.each(['rules', 'rule-alerts', 'tables'])('a change in another tab refetches "%s"', async (key) => {
  const client = createQueryClient();
  const states = ['before', 'after'];
  const observer = new QueryObserver(client, { queryKey: [key], queryFn: () => states.shift() ?? 'none' });
  const stop = observer.subscribe(() => undefined);
  await expect.poll(() => observer.getCurrentResult().data).toBe('before');

  await new MutationObserver(createQueryClient(), { mutationFn: async () => 'changed' }).mutate();

  await expect.poll(() => observer.getCurrentResult().data).toBe('after');
  stop();
});
