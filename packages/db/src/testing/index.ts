export { createTestDatabase, type TestDatabase } from './create-test-database.ts';
export { createTestTenant, type TestTenant } from './create-test-tenant.ts';
export { startTestPostgres, type TestPostgres } from './start-test-postgres.ts';
