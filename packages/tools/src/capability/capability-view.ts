import type { Capability } from '@shipmate/domain/capability';
import { z } from 'zod';
import { apiVersionOf, qualifiedNameOf } from '../kubernetes/api/api-resource.ts';

const maxFields = 14;

/** A kind of object in a tool's answer. */
export const capabilitySchema = z.object({
  kind: z.string(),
  apiVersion: z.string(),
  /** In the form that `kubectl_get` accepts. */
  resource: z.string(),
  namespaced: z.boolean(),
  /** False for kinds that can only be read. */
  creatable: z.boolean(),
  description: z.string(),
  categories: z.array(z.string()),
  provider: z.string(),
  /** The first fields of the spec; required ones first. */
  fields: z.array(z.string()),
  /** Kinds of the same group that must exist first. */
  needs: z.array(z.string()),
});

type CapabilityView = z.output<typeof capabilitySchema>;

export function toCapabilityView(capability: Capability): CapabilityView {
  const { kind, namespaced, verbs, purpose, categories, provider, fields, needs } = capability;
  return {
    kind,
    apiVersion: apiVersionOf(capability),
    resource: qualifiedNameOf(capability),
    namespaced,
    creatable: verbs.includes('create'),
    description: purpose ?? capability.description,
    categories: [...categories],
    provider,
    fields: fields.filter((field) => !field.includes('.')).slice(0, maxFields),
    needs: [...needs].slice(0, 5),
  };
}

/** Renders one kind on one line. */
export function toCapabilityLine(view: CapabilityView): string {
  const { kind, apiVersion, namespaced, creatable, description, categories, provider, fields, needs } = view;
  return [
    `- ${kind} (${apiVersion}${namespaced ? '' : ', cluster-wide'}${creatable ? '' : ', read-only'})`,
    ` [${[provider, ...categories].join(', ')}]`,
    description === '' ? '' : ` ${description}`,
    fields.length === 0 ? '' : ` | spec: ${fields.join(', ')}`,
    needs.length === 0 ? '' : ` | needs: ${needs.join(', ')}`,
  ].join('');
}
