import { setTimeout } from 'node:timers/promises';

/** Waits for a number of milliseconds. @throws once the signal aborts */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export const wait: Wait = (ms, signal) => setTimeout(ms, undefined, { signal });
