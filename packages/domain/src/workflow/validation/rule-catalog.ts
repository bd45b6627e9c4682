import type { EntityType } from '../entity.ts';

/** Everything in an organization to which a rule can refer. */
export interface RuleCatalog {
  readonly entities: readonly EntityType[];
  /** Ids of the organization's members. */
  readonly userIds: ReadonlySet<string>;
  /** Names of the organization's roles. */
  readonly roles: ReadonlySet<string>;
}
