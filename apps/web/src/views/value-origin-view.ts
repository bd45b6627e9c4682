import { describeOrigin, type ValueOrigin } from '@shipmate/domain';
import type { ValueOriginView } from '@shipmate/protocol';

export function toValueOriginView({ value, field, ...origin }: ValueOrigin): ValueOriginView {
  return { value, field, from: describeOrigin(origin) };
}
