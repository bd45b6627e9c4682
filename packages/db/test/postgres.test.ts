import { storeContracts } from './store-contracts.ts';

storeContracts('postgres');
