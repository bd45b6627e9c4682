export { isId, newId } from './identifier/id.ts';
export type { Page, PageRequest } from './page/page.ts';
export type { Stores } from './persistence/stores.ts';
export type { UnitOfWork } from './persistence/unit-of-work.ts';
