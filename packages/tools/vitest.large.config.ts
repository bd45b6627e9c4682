import { project } from '@shipmate/config/vitest';

/** The script of the large tests installs bubblewrap, so the contract of isolators is tested with it, too. */
const include = ['test/**/*.large.ts', 'src/process/isolation/*.test.ts'];

export default project('tools-large', { include, setupFiles: ['./test/setup-file.ts'] });
