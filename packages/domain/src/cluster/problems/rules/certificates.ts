import { conditionOf, isCondition } from '../../object/condition.ts';
import { textAt } from '../../object/read-value.ts';
import type { ClusterObjects } from '../cluster-objects.ts';
import { conditionEvidence, evidence, eventEvidence, sinceCondition } from '../evidence.ts';
import type { Finding } from '../problem-rule.ts';

const soonMs = 7 * 24 * 3_600_000;

/** Finds certificates of cert-manager that do not exist, have expired, or will expire soon. */
export function findCertificateProblems(objects: ClusterObjects): readonly Finding[] {
  return objects.all('Certificate').flatMap((certificate): readonly Finding[] => {
    const notAfter = textAt(certificate, 'status', 'notAfter');
    const left = Date.parse(notAfter ?? '') - objects.now.getTime();
    const secret = textAt(certificate, 'spec', 'secretName') ?? '';
    const expiry = evidence('status.notAfter', notAfter);
    const next = 'Check its CertificateRequest, Order and Challenge, and the issuer that it names.';
    if (left <= 0) {
      return [
        {
          severity: 'critical',
          reason: 'CertificateExpired',
          object: certificate,
          message: `The certificate in Secret "${secret}" has expired.`,
          evidence: [...expiry, ...conditionEvidence(certificate, 'Ready')],
          next,
          since: notAfter,
        },
      ];
    }
    if (left <= soonMs) {
      return [
        {
          severity: 'warning',
          reason: 'CertificateExpiring',
          object: certificate,
          message: `The certificate in Secret "${secret}" expires within a week and has not been renewed.`,
          evidence: [...expiry, ...evidence('status.renewalTime', textAt(certificate, 'status', 'renewalTime'))],
          next,
        },
      ];
    }
    if (!isCondition(certificate, 'Ready', 'False')) return [];
    return [
      {
        severity: 'warning',
        reason: textAt(conditionOf(certificate, 'Ready'), 'reason') ?? 'NotReady',
        object: certificate,
        message: `The certificate for Secret "${secret}" could not be issued.`,
        evidence: [...conditionEvidence(certificate, 'Ready'), ...eventEvidence(certificate, objects, /Fail|Err/)],
        next,
        since: sinceCondition(certificate, 'Ready'),
      },
    ];
  });
}
