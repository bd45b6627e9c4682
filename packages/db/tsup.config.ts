import { library } from '@shipmate/config/tsup';

export default library(['src/index.ts', 'src/testing/index.ts', 'src/testing/global-setup.ts']);
