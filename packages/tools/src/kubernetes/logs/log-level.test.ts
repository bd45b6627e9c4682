import { expect, it } from 'vitest';
import { levelOf } from './log-level.ts';

it.each([
  ['E0101 12:00:00.000000       1 main.go:1] failed', 'error'],
  ['I0101 12:00:00.000000       1 main.go:1] error count 0', 'info'],
  ['{"time":"x","level":"warning","msg":"error in the message"}', 'warn'],
  ['time="2026" level=fatal msg=x', 'fatal'],
  ['2026-01-01 12:00:00 [ERROR] x', 'error'],
  ['[notice] 1#1: start', 'info'],
  ['DEBUG x', 'debug'],
  ['java.lang.NullPointerException: x', 'error'],
  ['Exception in thread "main" x', 'error'],
  ['GET /errors 200', 'other'],
  ['', 'other'],
] as const)('levelOf(%j) is %s', (line, level) => {
  expect(levelOf(line)).toBe(level);
});
