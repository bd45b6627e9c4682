import {
  runScheduleResponseSchema,
  scheduleListResponseSchema,
  scheduleSchema,
  type ScheduleRequest,
  type ScheduleView,
} from '@shipmate/protocol';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteResource, requestJson } from '../api/request.ts';

const schedulesKey = ['schedules'] as const;

/** How often the list is looked at: runs of it begin and end by themselves. */
const refreshMs = 4_000;

/** The questions that are asked again and again for the person, newest first. */
export function useSchedules() {
  return useQuery({
    queryKey: schedulesKey,
    queryFn: ({ signal }) => requestJson('/api/schedules', { schema: scheduleListResponseSchema, signal }),
    select: ({ schedules }) => schedules,
    refetchInterval: refreshMs,
  });
}

/** Makes a schedule, or changes the one whose id is given. */
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

/** Asks at once, whenever the next time is. */
export function useRunSchedule(scheduleId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => requestJson(`/api/schedules/${scheduleId}/run`, { schema: runScheduleResponseSchema, body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: schedulesKey }),
  });
}

/** Removes a schedule; its runs stay. */
export function useDeleteSchedule(scheduleId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => deleteResource(`/api/schedules/${scheduleId}`),
    onSettled: () => client.invalidateQueries({ queryKey: schedulesKey }),
  });
}

/** What a person may change of a schedule. */
export function toScheduleRequest(schedule: ScheduleView): ScheduleRequest {
  const { name, cron, timeZone, prompt, workspaceId, model, enabled } = schedule;
  return { name, cron, timeZone, prompt, workspaceId, model, enabled };
}
