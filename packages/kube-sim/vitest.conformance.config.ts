import { project } from '@shipmate/config/vitest';

export default project('kube-sim-conformance', { include: ['test/**/*.conformance.ts'] });
