import { project } from '@shipmate/config/vitest';

export default project('tools', { setupFiles: ['./test/setup-file.ts'] });
