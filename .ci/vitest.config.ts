import { project } from '../packages/config/vitest.ts';

export default project('ci', { include: ['mutation/*.test.ts', 'packages/*.test.ts'] });
