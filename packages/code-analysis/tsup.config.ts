import { library } from '@shipmate/config/tsup';

export default library();
