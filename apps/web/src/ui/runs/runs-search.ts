import type { RunListQuery } from '@shipmate/protocol/web/runs';
import { statusWords } from '../api/run-words.ts';
import type { UncheckedSearch } from '../router/search-value.ts';

/** The filter of the runs page in its address. */
interface RunsSearch {
  readonly status?: RunListQuery['status'];
}

/** The filters of the runs page, in their order. */
export const runFilters = [['', 'All'], ['active', 'Active'], ...Object.entries(statusWords)] as const;

/** Parses the search parameters of the runs page; drops unknown states. */
export function parseRunsSearch({ status }: UncheckedSearch): RunsSearch {
  const known = runFilters.find(([value]) => value === status && value !== '');
  return { status: known?.[0] as RunListQuery['status'] };
}
