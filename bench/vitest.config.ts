import { project } from '../packages/config/vitest.ts';

// A conversation takes dozens of processes, which take their time on a machine that is busy with other things.
export default project('bench', { testTimeout: 300_000 });
