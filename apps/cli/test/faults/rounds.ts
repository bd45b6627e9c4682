import { env } from 'node:process';

/** Number of runs with random crash points, in addition to those with a crash at each write; from `FAULT_ROUNDS`, default 0. */
export const rounds = Number(env['FAULT_ROUNDS'] ?? 0);
