import { AppError } from '@shipmate/core';
import { nextTimeOf } from '../../schedule/next-time.ts';
import type { RuleDefinition } from '../rule.ts';
import { type RuleProblem, toRuleError } from '../rule-problem.ts';

/** Checks that a scheduled rule, and no other, has times that occur. */
export function validateSchedule({ trigger, schedule }: RuleDefinition): readonly RuleProblem[] {
  if (trigger !== 'scheduled') {
    return schedule === undefined
      ? []
      : [
          invalid(
            'schedule',
            `A rule with the trigger "${trigger}" has no times.`,
            'Leave it out, or use "scheduled".',
          ),
        ];
  }
  if (schedule === undefined) {
    return [invalid('schedule', 'A scheduled rule needs its times.', 'Set schedule.cron, such as "30 8 * * 1-5".')];
  }
  try {
    nextTimeOf(schedule, new Date(0));
    return [];
  } catch (thrown) {
    if (!AppError.isInstance(thrown)) throw thrown;
    const isZone = thrown.message.startsWith('timeZone');
    return [invalid(isZone ? 'schedule.time_zone' : 'schedule.cron', thrown.message.replace(/^\w+: /, 'It '))];
  }
}

function invalid(path: string, message: string, hint = ''): RuleProblem {
  return toRuleError({ path, code: 'SCHEDULE_INVALID', message, hint });
}
