import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { HelmOutcome, HelmPort, HelmRequest } from './helm-port.ts';

const maxCharacters = 50_000_000;
const ttlMs = 10 * 60_000;

/**
 * Caches the outcome of a chart for some minutes, because agent, checks and page request the same one after another.
 * Failures, and outcomes with a missing dependency, are not cached.
 */
export function rememberOutcomes(helm: HelmPort): HelmPort {
  const outcomes = new LRUCache<string, HelmOutcome>({
    maxSize: maxCharacters,
    sizeCalculation: ({ output, message }) => output.length + message.length + 1,
    ttl: ttlMs,
  });

  function remembering(command: 'template' | 'lint'): HelmPort['template'] {
    return async (request, signal) => {
      const key = await toKey(command, request);
      const known = outcomes.get(key);
      if (known) return known;
      const outcome = await helm[command](request, signal);
      if (outcome.succeeded && outcome.missingDependencies.length === 0) outcomes.set(key, outcome);
      return outcome;
    };
  }

  return { ...helm, template: remembering('template'), lint: remembering('lint') };
}

/** The characters that are hashed in one turn of the event loop, which takes a few milliseconds. */
const hashedAtOnce = 1_000_000;

async function toKey(command: string, { files, root, valuesFiles, kubernetesVersion }: HelmRequest): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([command, root, valuesFiles, kubernetesVersion ?? null]));
  let hashed = 0;
  for (const [path, content] of [...files].toSorted(([left], [right]) => (left < right ? -1 : 1))) {
    hash.update(`${path.length} ${content.length} ${path}`).update(content);
    hashed += content.length;
    if (hashed < hashedAtOnce) continue;
    await setImmediate();
    hashed = 0;
  }
  return hash.digest('base64');
}
