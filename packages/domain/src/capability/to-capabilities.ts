import { type JsonObject, objectsAt, textAt } from '../cluster/object/read-value.ts';
import { builtInPurposes } from './built-in-purposes.ts';
import type { Capability, ServedKind } from './capability.ts';
import { categoriesOf, isAuxiliary, providerOf } from './capability-rules.ts';
import { describeKind } from './describe-kind.ts';
import { listFields, type SchemaSet } from './list-fields.ts';
import { findOperatorPurpose } from './operator-purposes.ts';

/** Derives the purpose of each kind of a group from the OpenAPI documents of its versions. */
export function toCapabilities(
  kinds: readonly ServedKind[],
  schemasOf: (version: string) => SchemaSet,
): readonly Capability[] {
  const names = kinds.map(({ kind }) => kind);
  const described = kinds.map((served) => {
    const schemas = schemasOf(served.version);
    const schema = findKindSchema(schemas, served) ?? {};
    const builtIn = builtInPurposes[`${served.group}/${served.kind}`];
    const purpose = builtIn ?? findOperatorPurpose(served.group, served.kind);
    return {
      ...served,
      ...(purpose === undefined ? { isAuxiliary: isAuxiliary(served, names) } : { purpose }),
      description: builtIn ?? describeKind(schema),
      fields: listFields(schema, schemas),
      categories: categoriesOf(served),
      provider: providerOf(served.group),
    };
  });
  const needs = new Map(described.map(({ kind, fields }) => [kind, referredKinds(kind, fields, names)]));
  return described.map((each) => ({
    ...each,
    needs: needs.get(each.kind) ?? [],
    neededBy: [...needs.values()].filter((kind) => kind.includes(each.kind)).length,
  }));
}

/** Finds the schema of a kind, which the server marks with its group, version and kind. */
export function findKindSchema(
  schemas: SchemaSet,
  { group, version, kind }: Pick<ServedKind, 'group' | 'version' | 'kind'>,
): JsonObject | undefined {
  return Object.values(schemas).find((schema) =>
    objectsAt(schema, 'x-kubernetes-group-version-kind').some(
      (mark) => textAt(mark, 'kind') === kind && textAt(mark, 'version') === version && textAt(mark, 'group') === group,
    ),
  );
}

/** Suffixes of field names that refer to other objects: `clusterRef`, `bucketName`, `vpcIdRef`. */
const referenceSuffix = /(?:Ids?|IDs?|Names?)?(?:Refs?|References?|Selector)?$/;

/** Returns the kinds that fields are named after. */
function referredKinds(own: string, fields: readonly string[], kinds: readonly string[]): readonly string[] {
  const referred = new Set(
    fields.map((field) => (field.split('.').at(-1) ?? '').replace(referenceSuffix, '').toLowerCase()),
  );
  return kinds.filter((kind) => kind !== own && referred.has(kind.toLowerCase()));
}
