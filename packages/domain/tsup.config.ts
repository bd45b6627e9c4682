import { library } from '@shipmate/config/tsup';

export default library([
  'src/index.ts',
  'src/cluster/index.ts',
  'src/remediation/index.ts',
  'src/testing/index.ts',
  'src/text/index.ts',
  'src/yaml/index.ts',
]);
