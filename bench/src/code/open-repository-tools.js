// Imports the built tools of repositories and makes their ports, as a program does that offers them. It is JavaScript, so that no types are
// stripped in the time that is measured.
import { createCompute, createLocalCheckouts } from '../../../packages/tools/dist/code/index.js';
import { createCommands } from '../../../packages/tools/dist/development/index.js';
import '../../../packages/tools/dist/files/index.js';
import { createGitCli } from '../../../packages/tools/dist/git/index.js';
import '../../../packages/tools/dist/platform/index.js';
import '../../../packages/tools/dist/quality/index.js';

const ports = [createLocalCheckouts(), createCompute(), createGitCli(), createCommands({ environment: {} })];
for (const port of ports) await port.close?.();
