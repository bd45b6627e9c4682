import { AppError } from '@shipmate/core';
import maxSatisfying from 'semver/ranges/max-satisfying.js';
import validRange from 'semver/ranges/valid.js';
import type { PublishedChart } from './published-chart.ts';

/** Returns the newest of a chart's versions in the range. @throws AppError `NOT_FOUND` when none is. */
export function chooseVersion(versions: readonly string[], { name, version }: PublishedChart): string {
  if (versions.length === 0) throw notFound(`Its repository has no chart "${name}".`);
  // Helm joins the parts of a range by commas, semver by spaces.
  const range = version.replaceAll(',', ' ');
  const best = validRange(range) === null ? undefined : maxSatisfying(versions, range);
  if (best) return best;
  if (versions.includes(version)) return version;
  const newest = maxSatisfying(versions, '*');
  throw notFound(`Its repository has no version "${version}" of it${newest ? `; the newest is ${newest}` : ''}.`);
}

function notFound(message: string): AppError {
  return new AppError({ code: 'NOT_FOUND', message });
}
