import { describeOrigin, type ValueOrigin } from '@shipmate/domain/untrusted';
import type { ValueOriginView } from '@shipmate/protocol/web/value-origins';

export function toValueOriginView({ value, field, ...origin }: ValueOrigin): ValueOriginView {
  return { value, field, from: describeOrigin(origin) };
}
