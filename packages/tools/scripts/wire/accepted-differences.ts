import type { Difference } from './differences.ts';
import type { WireRecord } from './wire-record.ts';

/** A difference that is intended, with the reason. */
interface AcceptedDifference {
  readonly reason: string;
  readonly isMeant: (difference: Difference, record: WireRecord) => boolean;
}

const at =
  (...places: readonly string[]) =>
  ({ place }: Difference) =>
    places.includes(place);
const inRecord =
  (place: string, ...names: readonly string[]) =>
  (difference: Difference, { name }: WireRecord) =>
    difference.place === place && names.some((each) => name.startsWith(each));

const acceptedDifferences: readonly AcceptedDifference[] = [
  {
    reason: 'changes name their manager, and ask for strict validation',
    isMeant: at('query.fieldManager', 'query.fieldValidation'),
  },
  { reason: 'applies are never forced: a conflict is for a person to decide', isMeant: at('query.force') },
  {
    reason: 'dry runs are said in the query, and for deletions in the body too; real changes never say dryRun',
    isMeant: ({ place }, { request }) =>
      place === 'query.dryRun' || (request.method === 'DELETE' && ['body.dryRun', 'body.dry_run'].includes(place)),
  },
  {
    reason:
      'deletions have DeleteOptions in JSON with propagation Background, which servers then take from there alone',
    isMeant: ({ place }, { request }) =>
      request.method === 'DELETE' &&
      /^(?:body|body\.(?:apiVersion|kind|propagationPolicy|orphanDependents|gracePeriodSeconds)|header\.content-type)$/.test(
        place,
      ),
  },
  {
    reason: 'dry runs of deletions name the uid of the object that was read before',
    isMeant: at('body.preconditions'),
  },
  {
    reason: 'pages have 500 objects unless a limit is given',
    isMeant: ({ place, recorded }) => place === 'query.limit' && recorded === undefined,
  },
  {
    reason: 'an Accept header names all forms that can be read',
    isMeant: at('header.accept'),
  },
  { reason: 'tables come with the metadata of their objects', isMeant: at('query.includeObject') },
  { reason: 'lines of logs come with their times', isMeant: at('query.timestamps') },
  { reason: 'access reviews name the core group', isMeant: inRecord('body.spec', 'selfsubjectaccessreview-') },
  { reason: 'applied objects name their namespace', isMeant: at('body.metadata') },
  {
    reason: 'options that Shipmate does not use',
    isMeant: ({ place, ours }) =>
      ours === undefined &&
      /^query\.(?:resourceVersion|resourceVersionMatch|sinceSeconds|sinceTime|limitBytes|stream|pretty|gracePeriodSeconds|propagationPolicy|preconditions\.uid)$/.test(
        place,
      ),
  },
  { reason: 'values of patches are taken out of messages', isMeant: inRecord('error.message', 'patch-smp-') },
  { reason: 'refused credentials are told in words of ours', isMeant: inRecord('error.message', '401-') },
  { reason: 'expired lists are told in words of ours', isMeant: inRecord('error.message', '410-') },
  {
    reason: 'a word after "token:" and "Secret:" is taken for a secret',
    isMeant: inRecord('error.message', 'list-bad-continue', 'invalid-secret-strict'),
  },
  {
    reason: 'a message about the field managedFields names it',
    isMeant: inRecord('error.repeatsObject', 'ssa-managedfields-set'),
  },
  { reason: 'a node without a log is an error, not a line', isMeant: inRecord('outcome', 'log-unable-to-retrieve') },
];

/** Returns the reason why a difference is accepted; `undefined` when it is not. */
export function reasonFor(difference: Difference, record: WireRecord): string | undefined {
  return acceptedDifferences.find(({ isMeant }) => isMeant(difference, record))?.reason;
}

/** Returns the reasons that no record needs any more. */
export function unusedReasons(used: ReadonlySet<string>): readonly string[] {
  return acceptedDifferences.map(({ reason }) => reason).filter((reason) => !used.has(reason));
}
