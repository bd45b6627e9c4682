import { project } from '@shipmate/config/vitest';

export default project('agents', { setupFiles: ['./test/setup-file.ts'] });
