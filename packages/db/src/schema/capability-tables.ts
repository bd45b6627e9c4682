import type { Capability } from '@shipmate/domain/capability';
import type { ColumnType, Generated } from 'kysely';

export interface CapabilityIndexTable {
  organization_id: string;
  /** The name of a context. */
  cluster: string;
  /** For whom the cluster was read last. */
  user_id: string;
  /** By group. */
  fingerprints: ColumnType<Readonly<Record<string, string>>, string, string>;
  checked_at: Generated<Date>;
}

export interface CapabilityTable {
  organization_id: string;
  cluster: string;
  api_group: string;
  kind: string;
  capability: ColumnType<Capability, string, string>;
  /** What its score is multiplied with: more than 1 where other kinds need it, less where it needs others. */
  prominence: number;
  kind_words: string;
  group_words: string;
  description_words: string;
  field_words: string;
  /** Made by the database of the words above. */
  search: ColumnType<string, never, never>;
  vector: number[] | null;
}
