import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createToolExecutionContext, type ToolContext } from '@shipmate/core';
import type { CodePorts } from '../../src/code/code-ports.ts';
import { createLocalCheckouts } from '../../src/checkout/create-local-checkouts.ts';
import { createInlineCompute } from '../../src/compute/create-inline-compute.ts';

/** A checkout in a temporary folder, and the context of calls in it. */
export interface CreatedCheckout extends AsyncDisposable {
  readonly folder: string;
  readonly context: ToolContext<CodePorts>;
  read(path: string): Promise<string>;
}

/** Creates a checkout with these files. */
export async function createCheckout(files: Readonly<Record<string, string>>): Promise<CreatedCheckout> {
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-code-'));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const principal = { userId: 'u1', organizationId: 'o1', via: 'local' } as const;
  return {
    folder,
    context: {
      ...createToolExecutionContext({ principal, workspaceDir: folder }),
      ports: { checkouts: createLocalCheckouts(), compute: createInlineCompute() },
    },
    read: (path) => readFile(join(folder, path), 'utf8'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
