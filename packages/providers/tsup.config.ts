import { library } from '@shipmate/config/tsup';

export default library(['src/index.ts', 'src/interop/index.ts', 'src/testing/index.ts']);
