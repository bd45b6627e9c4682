import { setTimeout } from 'node:timers/promises';

/** Lets time pass. @throws once the signal fires */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export const wait: Wait = (ms, signal) => setTimeout(ms, undefined, { signal });
