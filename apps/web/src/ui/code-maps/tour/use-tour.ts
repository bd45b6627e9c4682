import type { NavigationAction } from '@shipmate/domain/code-map';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { type TourStop, toTourStops } from './to-tour-stops.ts';

const nodeIds = z.array(z.string()).max(2_000).readonly();
const actionSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('focusNode'), nodeId: z.string() }),
  z.object({ type: z.literal('expandPath'), path: z.string() }),
  z.object({ type: z.literal('highlightNodes'), nodeIds, color: z.string().max(100).optional() }),
  z.object({ type: z.literal('zoomTo'), nodeIds }),
  z.object({ type: z.literal('panTo'), x: z.number(), y: z.number() }),
  z.object({
    type: z.literal('openFileRange'),
    path: z.string(),
    startLine: z.number(),
    endLine: z.number().optional(),
    highlight: z.boolean().optional(),
  }),
  z.object({ type: z.literal('openDiagram'), diagramId: z.string() }),
]);
const eventSchema = z.object({ diagram_id: z.string().nullish(), actions: z.array(actionSchema).max(100) });

/** The actions of an answer so far. */
interface Tour {
  readonly answer: number;
  readonly actions: readonly NavigationAction[];
  readonly place: number;
}

/** The guided tour over the actions of the newest answer. Its first stop is shown as soon as it arrives. */
export function useTour(diagramId: string, runStop: (stop: TourStop) => void) {
  const [tour, setTour] = useState<Tour>();
  // Several events may arrive between two renderings.
  const newest = useRef<Tour>(undefined);
  const stops = toTourStops(tour?.actions ?? []);
  function show(next: Tour | undefined) {
    newest.current = next;
    setTour(next);
  }
  return {
    stops,
    place: tour?.place ?? 0,
    /** Adds the actions of an event; returns false for an event of another diagram, or one that cannot be read. */
    add(data: unknown, answer: number): boolean {
      const event = eventSchema.safeParse(data).data;
      if (!event || (event.diagram_id != null && event.diagram_id !== diagramId)) return false;
      const added = event.actions.filter((action) => action.type !== 'openDiagram' || action.diagramId !== diagramId);
      if (added.length === 0) return true;
      const known = newest.current?.answer === answer ? newest.current : { actions: [], place: 0 };
      const actions = [...known.actions, ...added];
      const { place } = known;
      const stop = toTourStops(actions)[place];
      const before = toTourStops(known.actions)[place];
      if (stop && stop.length > (before?.length ?? 0)) runStop(stop);
      show({ answer, actions, place });
      return true;
    },
    go(place: number) {
      const stop = stops[place];
      if (!tour || !stop) return;
      show({ ...tour, place });
      runStop(stop);
    },
    end: () => show(undefined),
  };
}
