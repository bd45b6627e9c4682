import { storeContracts } from './store-contracts.ts';

storeContracts('pglite');
