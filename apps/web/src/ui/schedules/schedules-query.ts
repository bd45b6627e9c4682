import {
  runScheduleResponseSchema,
  scheduleListResponseSchema,
  scheduleSchema,
  type ScheduleRequest,
  type ScheduleView,
} from '@shipmate/protocol/web/schedules';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteResource, requestJson } from '../api/request.ts';

const schedulesKey = ['schedules'] as const;

/** Refresh interval of the list, because scheduled runs begin and end without a person. */
const refreshMs = 4_000;

/** The person's schedules, newest first. */
export function useSchedules() {
  return useQuery({
    queryKey: schedulesKey,
    queryFn: ({ signal }) => requestJson('/api/schedules', { schema: scheduleListResponseSchema, signal }),
    select: ({ schedules }) => schedules,
    refetchInterval: refreshMs,
  });
}

/** Creates a schedule, or changes the one with the given id. */
export function useSaveSchedule(scheduleId?: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ScheduleRequest) =>
      scheduleId === undefined
        ? requestJson('/api/schedules', { schema: scheduleSchema, body })
        : requestJson(`/api/schedules/${scheduleId}`, { schema: scheduleSchema, body, method: 'PUT' }),
    onSuccess: () => client.invalidateQueries({ queryKey: schedulesKey }),
  });
}

/** Runs a schedule now, independent of its next time. */
export function useRunSchedule(scheduleId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => requestJson(`/api/schedules/${scheduleId}/run`, { schema: runScheduleResponseSchema, body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: schedulesKey }),
  });
}

/** Deletes a schedule; its runs are kept. */
export function useDeleteSchedule(scheduleId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => deleteResource(`/api/schedules/${scheduleId}`),
    onSettled: () => client.invalidateQueries({ queryKey: schedulesKey }),
  });
}

/** Returns the editable fields of a schedule. */
export function toScheduleRequest(schedule: ScheduleView): ScheduleRequest {
  const { name, cron, timeZone, prompt, workspaceId, model, enabled } = schedule;
  return { name, cron, timeZone, prompt, workspaceId, model, enabled };
}
