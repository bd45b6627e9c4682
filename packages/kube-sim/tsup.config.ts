import { library } from '@shipmate/config/tsup';

export default { ...library(), entry: { index: 'src/index.ts', main: 'commands/main.ts' } };
