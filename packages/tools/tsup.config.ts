import { library } from '@shipmate/config/tsup';

export default library([
  'src/index.ts',
  'src/archive/index.ts',
  'src/capability/index.ts',
  'src/chart/index.ts',
  'src/compute/compute-thread.ts',
  'src/git/index.ts',
  'src/helm/index.ts',
  'src/kubernetes/index.ts',
  'src/testing/index.ts',
]);
