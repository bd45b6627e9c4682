import { dataPurposes } from './purposes/data-purposes.ts';
import { deliveryPurposes } from './purposes/delivery-purposes.ts';
import type { GroupPurposes } from './purposes/group-purposes.ts';
import { networkPurposes } from './purposes/network-purposes.ts';
import { observabilityPurposes } from './purposes/observability-purposes.ts';
import { platformPurposes } from './purposes/platform-purposes.ts';

/** Purposes of well-known operators' kinds by API group; their schemas hardly state them. */
export const operatorPurposes: ReadonlyMap<string, GroupPurposes> = new Map(
  Object.entries({
    ...dataPurposes,
    ...deliveryPurposes,
    ...networkPurposes,
    ...observabilityPurposes,
    ...platformPurposes,
  }),
);

/** Returns the purpose of an operator's kind in users' words; undefined for a kind that is not known. */
export function findOperatorPurpose(group: string, kind: string): string | undefined {
  const kinds = operatorPurposes.get(group)?.kinds ?? {};
  // Some definitions write their kinds in lower case.
  return Object.entries(kinds).find(([name]) => name.toLowerCase() === kind.toLowerCase())?.[1];
}
