import type { PatternKind } from '@shipmate/domain/pattern';
import type { ColumnType, Generated } from 'kysely';

export interface PatternTable {
  id: string;
  organization_id: string;
  kind: PatternKind;
  title: string;
  tags: string[];
  source: string | null;
  body: string;
  saved_by_user_id: string;
  saved_at: Generated<Date>;
}

export interface PatternPassageTable {
  pattern_id: string;
  position: number;
  heading: string;
  body: string;
  /** Title and tags of the pattern, by which every passage is found. */
  subject_words: string;
  /** Made by the database of the words above. */
  search: ColumnType<string, never, never>;
}
