import { project } from '@shipmate/config/vitest';

export default project('tools-large', { include: ['test/**/*.large.ts'], setupFiles: ['./test/setup-file.ts'] });
