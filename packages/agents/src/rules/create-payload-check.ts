import type { Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import type { Rule } from '@shipmate/domain/workflow';
import type { ComputePort } from '@shipmate/tools';
import { type CheckedPayload, checkPayload } from '@shipmate/tools/workflow';

/** The caller of a check, and the stored rule that the payload changes; undefined for a new one. */
interface PayloadCheckContext {
  readonly base: Rule | undefined;
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

/** Checks a payload against the rules, entities and members of the caller's organization, and returns every problem. */
export type CheckPayload = (payload: unknown, context: PayloadCheckContext) => Promise<CheckedPayload>;

/** Creates the check of rules that a person edits. */
export function createPayloadCheck(unitOfWork: UnitOfWork, compute: ComputePort): CheckPayload {
  const { workflowRules } = createToolStorage(unitOfWork);
  return (payload, { base, principal, signal }) =>
    checkPayload({ payload, base }, { ports: { workflowRules, compute }, principal, signal });
}
