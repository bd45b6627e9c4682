import { env } from 'node:process';

/** How many rounds with deaths by chance are played on top of those at every boundary. */
export const rounds = Number(env['FAULT_ROUNDS'] ?? 0);
