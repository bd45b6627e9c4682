import { isMap, isScalar, type YAMLMap } from 'yaml';
import { type ChartValues, toKey } from './chart-values.ts';
import type { ManifestObject, ManifestRemark } from './manifest-object.ts';
import type { TemplateSlots } from './template-slots.ts';

/** A Secret without its contents. */
export interface EmptiedSecret {
  /** The expression of its contents in templates; they are empty in the chart. */
  readonly reference: string;
  readonly remark: ManifestRemark;
}

/**
 * Removes the contents of a Secret, so that no file holds them: the chart creates it from values that the
 * user supplies.
 */
export function emptySecret(object: ManifestObject, values: ChartValues, slots: TemplateSlots): EmptiedSecret {
  const { document, name, source } = object;
  const keys = ['data', 'stringData'].flatMap((field) => {
    const contents = document.get(field);
    return isMap(contents) ? keysOf(contents) : [];
  });
  document.delete('data');
  const reference = values.lift(['secrets', toKey(name)], {});
  document.set('stringData', slots.block(reference));
  const listed =
    keys.length === 0
      ? 'It had none.'
      : `Give ${keys.join(', ')} in values, under ${reference.slice('.Values.'.length)}, or make the Secret yourself.`;
  return {
    reference,
    remark: { source, message: `The contents of the Secret ${name} were not copied. ${listed}` },
  };
}

function keysOf(contents: YAMLMap): readonly string[] {
  return contents.items.map(({ key }) => (isScalar(key) ? String(key.value) : ''));
}
