import { badRequest, invalid, invalidValue } from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';

/** The least value of each number among the options. */
const least: Readonly<Record<string, 0 | 1>> = { limitBytes: 1, sinceSeconds: 1, tailLines: 0 };

/** Checks the options of a request for a log. @throws StatusError 400 for no number, 422 for one out of range */
export function checkLogOptions(query: URLSearchParams, podName: string): void {
  const causes: StatusCause[] = [];
  for (const field of ['tailLines', 'limitBytes']) causes.push(...checkNumber(query, field));
  if (query.has('sinceSeconds') && query.has('sinceTime')) {
    const message = 'Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified';
    causes.push({ reason: 'FieldValueForbidden', message, field: '[]' });
  } else causes.push(...checkNumber(query, 'sinceSeconds'));
  if (query.has('stream')) {
    causes.push({ reason: 'FieldValueForbidden', message: 'Forbidden: may not be specified', field: 'stream' });
  }
  if (causes.length > 0) throw invalid({ group: '', kind: 'PodLogOptions' }, podName, causes);
}

function checkNumber(query: URLSearchParams, field: string): readonly StatusCause[] {
  const text = query.get(field);
  if (text === null || text === '') return [];
  if (!/^[+-]?\d{1,18}$/.test(text)) {
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  }
  const minimum = least[field] ?? 0;
  const rule = minimum === 0 ? 'must be greater than or equal to 0' : 'must be greater than 0';
  return Number(text) < minimum ? [invalidValue(field, Number(text), rule)] : [];
}
