export { removeFolder } from './remove-folder.ts';
export { runProcess, type ProcessResult, type RunProcessOptions } from './run-process.ts';
