import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { HelmOutcome, HelmPort, HelmRequest } from './helm-port.ts';

const maxCharacters = 50_000_000;
const ttlMs = 10 * 60_000;

/**
 * Remembers for some minutes what came of a chart, as agent, checks and page ask for the same one after another. What failed is
 * asked for again, and so is what lacks a dependency.
 */
export function rememberOutcomes(helm: HelmPort): HelmPort {
  const outcomes = new LRUCache<string, HelmOutcome>({
    maxSize: maxCharacters,
    sizeCalculation: ({ output, message }) => output.length + message.length + 1,
    ttl: ttlMs,
  });

  function remembering(command: 'template' | 'lint'): HelmPort['template'] {
    return async (request, signal) => {
      const key = toKey(command, request);
      const known = outcomes.get(key);
      if (known) return known;
      const outcome = await helm[command](request, signal);
      if (outcome.succeeded && outcome.missingDependencies.length === 0) outcomes.set(key, outcome);
      return outcome;
    };
  }

  return { ...helm, template: remembering('template'), lint: remembering('lint') };
}

function toKey(command: string, { files, root, valuesFiles, kubernetesVersion }: HelmRequest): string {
  const sorted = [...files].toSorted(([left], [right]) => (left < right ? -1 : 1));
  const asked = JSON.stringify([command, root, valuesFiles, kubernetesVersion ?? null, sorted]);
  return createHash('sha256').update(asked).digest('base64');
}
