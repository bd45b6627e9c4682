export { runProcess, type ProcessResult, type RunProcessOptions } from './run-process.ts';
