import { statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { CodeStructure, Occurrences } from '@shipmate/code-analysis';
import { AppError, type AppErrorOptions } from '@shipmate/core';
import type { CheckoutFiles } from '@shipmate/domain/repository';
import type { FairLimiter } from '@shipmate/runtime/limit';
import { LRUCache } from 'lru-cache';
import type { OpenCalls } from '../context/open-calls.ts';
import { createGitCli } from '../git/git-cli.ts';
import type { GitEnvironment } from '../git/git-environment.ts';
import type { GitWorkTreePort, WorkTreeCall } from '../git/git-port.ts';
import { createProgramLimiter } from '../process/program-limiter.ts';
import type {
  CheckoutPort,
  OccurrenceCache,
  OccurrenceKey,
  SearchOutput,
  StructureCache,
  StructureKey,
} from './checkout-port.ts';
import { createLocalCheckoutFiles } from './local-checkout-files.ts';
import { type RipgrepLimits, runRipgrep } from './ripgrep.ts';

/** Options for `createLocalCheckouts`. */
export interface LocalCheckoutsOptions {
  readonly environment?: GitEnvironment;
  readonly workTrees?: Pick<GitWorkTreePort, 'run'>;
  /** Default: 20 s and 1 GB for a run of ripgrep. */
  readonly limits?: RipgrepLimits;
  /** Default: by `PROCESS_CONCURRENCY`. */
  readonly limiter?: FairLimiter;
}

/** Creates the port that opens checkouts of this machine. The creator of `calls` closes it. */
export function openLocalCheckouts({
  calls,
  environment = {},
  workTrees = createGitCli({ environment }),
  limits = { timeoutMs: 20_000, maxMemoryBytes: 1_000_000_000 },
  limiter = createProgramLimiter('Searching', environment),
}: LocalCheckoutsOptions & { readonly calls: OpenCalls }): CheckoutPort {
  const known = createOccurrenceCache();
  const structures = createStructureCache();
  // Calls in one checkout share its files, so that changes of one path are made one after the other.
  const opened = new LRUCache<string, CheckoutFiles>({ max: maxOpened });
  const filesOf = (folder: string): CheckoutFiles => {
    const files = opened.get(folder) ?? createLocalCheckoutFiles(folder);
    opened.set(folder, files);
    return files;
  };
  return {
    async open({ workspaceDir, principal: { organizationId }, logger }) {
      const folder = await calls.run(new AbortController().signal, async () => requireFolder(workspaceDir));
      return {
        folder,
        known,
        structures,
        files: filesOf(folder),
        ripgrep: ({ within = '', ...call }) =>
          calls.run(call.signal, (signal) =>
            limiter.run({ tenant: organizationId, signal }, () =>
              runRipgrep({ ...call, cwd: join(folder, within), signal, limits, logger }),
            ),
          ),
        listTracked: (caller) =>
          calls.run(caller, (signal) => listTracked(workTrees, { organizationId, folder, logger }, signal)),
      };
    },
  };
}

/** Returns the folder of a checkout; its path is kept out of errors. @throws AppError `VALIDATION_ERROR`, `NOT_FOUND` */
function requireFolder(folder: string | undefined): string {
  if (folder === undefined)
    throw folderError('This tool works in the checkout of a repository, and the call names none.');
  if (!isAbsolute(folder)) throw folderError('The folder of the checkout has to be an absolute path.');
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found) throw folderError('The folder of the checkout does not exist.', { code: 'NOT_FOUND' });
  if (!found.isDirectory()) throw folderError('The checkout is not a folder.');
  return folder;
}

function folderError(message: string, options: Partial<AppErrorOptions> = {}): AppError {
  return new AppError({ code: 'VALIDATION_ERROR', message, details: { field: 'workspaceDir' }, ...options });
}

/** The most checkouts whose files are kept. */
const maxOpened = 500;

/** The most places that are remembered, at about 400 bytes each. A file counts as one place at least. */
const maxPlaces = 50_000;

function createOccurrenceCache(): OccurrenceCache {
  const cache = new LRUCache<string, Occurrences>({
    maxSize: maxPlaces,
    sizeCalculation: ({ places }) => places.length + 1,
  });
  const toKey = ({ path, version, symbol }: OccurrenceKey): string => `${version} ${symbol} ${path}`;
  return { get: (key) => cache.get(toKey(key)), set: (key, found) => void cache.set(toKey(key), found) };
}

/** The most memory that remembered structures take, in bytes: about 10,000 files. */
const maxStructureBytes = 64_000_000;

/** Keeps structures as JSON, whose memory is known. */
function createStructureCache(): StructureCache {
  const cache = new LRUCache<string, string>({
    maxSize: maxStructureBytes,
    sizeCalculation: (json, key) => 2 * (json.length + key.length),
  });
  const toKey = ({ path, version, language }: StructureKey): string => `${version} ${language ?? ''} ${path}`;
  return {
    get(key) {
      const json = cache.get(toKey(key));
      return json === undefined ? undefined : (JSON.parse(json) as CodeStructure);
    },
    set: (key, structure) => void cache.set(toKey(key), JSON.stringify(structure)),
  };
}

/** A checkout without a repository, a machine without git, and a repository that git must not read. */
const withoutGit: ReadonlySet<string> = new Set(['NOT_FOUND', 'UNAVAILABLE', 'CONFLICT']);

/** Lists tracked files as `Checkout` says, about 20,000 at most. */
async function listTracked(
  workTrees: Pick<GitWorkTreePort, 'run'>,
  place: Omit<WorkTreeCall, 'args'>,
  signal: AbortSignal,
): Promise<SearchOutput> {
  try {
    const args = ['ls-files', '-z', '--cached', '--ignored', '--exclude-standard'];
    const output = await workTrees.run({ ...place, args, maxOutputBytes: 1_000_000 }, signal);
    return output.exitCode === 0 ? output : { stdout: '', truncated: false };
  } catch (thrown) {
    if (signal.aborted || !AppError.isInstance(thrown)) throw thrown;
    return { stdout: '', truncated: !withoutGit.has(thrown.code) };
  }
}
