import type { EntityField, EntityFieldType } from '../entity.ts';

/** Declares a field: `name type`, with `?` if it can be null and `!` if rules only read it. */
export function toEntityField(text: string): EntityField {
  const [name = '', type = ''] = text.split(' ');
  return {
    name,
    type: type.replace(/[?!]/g, '') as EntityFieldType,
    isNullable: type.includes('?'),
    isWritable: !type.includes('!'),
  };
}
