import { library } from '@shipmate/config/tsup';

export default library(['src/index.ts', 'src/main.ts']);
