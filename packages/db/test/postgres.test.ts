import { createTestDatabase } from '../src/testing/index.ts';
import { capabilityRankingContract } from '@shipmate/domain/testing';
import { storeContracts } from './store-contracts.ts';

storeContracts('postgres');
capabilityRankingContract(() => createTestDatabase('postgres'));
