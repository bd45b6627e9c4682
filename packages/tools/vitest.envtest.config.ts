import process from 'node:process';
import { project } from '@shipmate/config/vitest';

export default project('tools-envtest', {
  include: ['test/cluster-contract/*.envtest.ts'],
  provide: { assets: process.env['KUBEBUILDER_ASSETS'] ?? '' },
});
