import { readdirSync, readlinkSync } from 'node:fs';
import { AppError, createToolExecutionContext, type Logger, silentLogger } from '@shipmate/core';
import { createFairLimiter } from '@shipmate/runtime/limit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CreatedCheckout, createCheckout } from '../../test/support/create-checkout.ts';
import type { Checkout, CheckoutPort } from './checkout-port.ts';
import { findLines, listVisibleFiles } from './checkout-search.ts';
import { createLocalCheckouts } from './create-local-checkouts.ts';

const { signal } = new AbortController();
const token = `ghp_${'aB3dE5gH7jK9'.repeat(3)}`;

/** A search that takes longer than its limits are checked: many states are compared with each character. */
const slow = {
  pattern: String.raw`(?:\w{1,40}\W){40}zz`,
  isRegex: true,
  isCaseSensitive: true,
  maxPerFile: 1,
  signal,
};

let checkout: CreatedCheckout;
beforeAll(async () => {
  const text = Array.from({ length: 60_000 }, (_, index) => `word${index} äöü\n`).join('');
  checkout = await createCheckout(
    Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`${index}.txt`, text.replaceAll('\n', ' ')])),
  );
});
afterAll(() => checkout[Symbol.asyncDispose]());

/** Opens the checkout as a user of an organization. */
async function open(
  checkouts: CheckoutPort,
  { organizationId = 'acme', logger }: { readonly organizationId?: string; readonly logger?: Logger } = {},
): Promise<Checkout> {
  const principal = { userId: 'u1', organizationId, via: 'local' } as const;
  return checkouts.open(
    createToolExecutionContext({ principal, workspaceDir: checkout.folder, ...(logger && { logger }) }),
  );
}

/** Counts the programs that run in the checkout. */
function countRunning(): number {
  const cwdOf = (pid: string): string => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`);
    } catch {
      return '';
    }
  };
  return readdirSync('/proc').filter((name) => /^\d+$/u.test(name) && cwdOf(name) === checkout.folder).length;
}

const codeOf = (thrown: unknown): unknown => (AppError.isInstance(thrown) ? thrown.code : thrown);

it.each([
  ['TIMEOUT', { timeoutMs: 1, maxMemoryBytes: 1_000_000_000 }, 'The search took longer than 0.001 s.'],
  ['PAYLOAD_TOO_LARGE', { timeoutMs: 60_000, maxMemoryBytes: 100_000 }, 'needed more than 0.1 MB of memory.'],
])('searches end with %s beyond the limits %j', async (code, limits, message) => {
  const opened = await open(createLocalCheckouts({ limits }));
  await expect(findLines({ ...slow, checkout: opened })).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message),
  });
  expect(countRunning()).toBe(0);
});

it('searches of organizations share the slots, and each has a queue of its own', async () => {
  const limiter = createFairLimiter({ name: 'Searching', concurrency: 1, maxQueued: 1 });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const other = limiter.run({ tenant: 'acme', signal }, () => held);
  const checkouts = createLocalCheckouts({ limiter });
  const order: string[] = [];
  const searchAs = async (organizationId: string): Promise<void> => {
    const opened = await open(checkouts, { organizationId });
    await listVisibleFiles({ checkout: opened, signal });
    order.push(organizationId);
  };
  const first = searchAs('acme');
  await expect(searchAs('acme')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  const second = searchAs('globex');
  await new Promise(setImmediate);
  release();
  await Promise.all([first, second, other]);
  expect(order).toEqual(['globex', 'acme']);
});

it('close kills the searches that run and removes those in the queue, which PROCESS_CONCURRENCY bounds', async () => {
  const checkouts = createLocalCheckouts({ environment: { PROCESS_CONCURRENCY: 1 } });
  const opened = await open(checkouts);
  const searches = Array.from({ length: 12 }, () => findLines({ ...slow, checkout: opened }).catch(codeOf));
  await expect.poll(countRunning, { timeout: 10_000 }).toBe(1);
  await checkouts.close();
  expect(countRunning()).toBe(0);
  const codes = await Promise.all(searches);
  expect(codes.map(String).toSorted((one, other) => one.localeCompare(other))).toEqual([
    ...Array.from({ length: 11 }, () => 'ABORTED'),
    'RATE_LIMITED',
  ]);
  await expect(findLines({ ...slow, checkout: opened })).rejects.toMatchObject({ code: 'ABORTED' });
});

it('searches log their start and end without secrets', async () => {
  const lines: [string, unknown][] = [];
  const logger: Logger = { ...silentLogger, info: (message, fields) => void lines.push([message, fields]) };
  const opened = await open(createLocalCheckouts(), { logger });
  await findLines({ ...slow, checkout: opened, pattern: token, isRegex: false });
  const pattern = '[redacted: github-token]';
  const args = expect.arrayContaining(['--regexp', pattern]);
  expect(lines).toEqual([
    ['ripgrep started', expect.objectContaining({ args })],
    ['ripgrep ended', expect.objectContaining({ args, exitCode: 1, ms: expect.any(Number) })],
  ]);
  expect(JSON.stringify(lines)).not.toContain(token);
});

it.each([
  {
    toFolder: (folder: string) => `${folder}/none`,
    code: 'NOT_FOUND',
    message: 'The folder of the checkout does not exist.',
  },
  {
    toFolder: (folder: string) => `${folder}/0.txt`,
    code: 'VALIDATION_ERROR',
    message: 'The checkout is not a folder.',
  },
  {
    toFolder: () => 'shop',
    code: 'VALIDATION_ERROR',
    message: 'The folder of the checkout has to be an absolute path.',
  },
])('open fails with $code, without the path: $message', async ({ toFolder, code, message }) => {
  const principal = { userId: 'u1', organizationId: 'acme', via: 'local' } as const;
  const context = createToolExecutionContext({ principal, workspaceDir: toFolder(checkout.folder) });
  await expect(createLocalCheckouts().open(context)).rejects.toMatchObject({ code, message });
});

it('open fails with ABORTED after close', async () => {
  const checkouts = createLocalCheckouts();
  await open(checkouts);
  await checkouts.close();
  await expect(open(checkouts)).rejects.toMatchObject({ code: 'ABORTED' });
});
