import type { HelmPort } from './helm-port.ts';
import { type Isolation, isolations } from '../process/isolation/isolator.ts';

/** A helm port that records how its lint and template runs were isolated. */
interface IsolationRecorder {
  readonly helm: HelmPort;
  /** The weakest isolation so far; `undefined` when helm has not run. */
  weakest(): Isolation | undefined;
}

/** Wraps a helm port for one check, which may run it several times. */
export function recordIsolation(helm: HelmPort): IsolationRecorder {
  const seen = new Set<Isolation>();
  const recording =
    (command: 'template' | 'lint'): HelmPort['template'] =>
    async (request, signal) => {
      const outcome = await helm[command](request, signal);
      if (outcome.isolation !== undefined) seen.add(outcome.isolation);
      return outcome;
    };
  return {
    helm: { ...helm, template: recording('template'), lint: recording('lint') },
    weakest: () => isolations.findLast((isolation) => seen.has(isolation)),
  };
}
