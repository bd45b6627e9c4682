export type { RunListing, RunQuery } from './run-listing.ts';
export type { RunLogHead } from './run-log-head.ts';
export type { RunRetry } from './run-retry.ts';
