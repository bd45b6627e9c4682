import { project } from '@shipmate/config/vitest';

export default project('providers-conformance', { include: ['test/**/*.conformance.ts'] });
