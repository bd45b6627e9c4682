export { createTestTenant, type TestTenant } from '@shipmate/domain/testing';
export { createTestDatabase, type TestDatabase } from './create-test-database.ts';
export { expireRunLeases } from './expire-run-leases.ts';
export { createTestDataDir } from './pglite-test-database.ts';
export { startTestPostgres, type TestPostgres } from './start-test-postgres.ts';
