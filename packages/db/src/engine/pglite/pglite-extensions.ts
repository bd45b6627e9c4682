import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

/** The extensions that the migrations require; a server has them. */
export const pgliteExtensions = { pg_trgm };
