import { project } from '@shipmate/config/vitest';

export default project('worker-large', { include: ['test/**/*.large.ts'] });
