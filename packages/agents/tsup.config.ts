import { library } from '@shipmate/config/tsup';

export default library(['src/index.ts', 'src/demo/index.ts', 'src/tools/index.ts']);
