import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { describeStop, type TourStop } from './to-tour-stops.ts';

interface TourBarProps {
  readonly stops: readonly TourStop[];
  readonly place: number;
  readonly onGo: (place: number) => void;
  readonly onClose: () => void;
}

/** The guided tour of an answer: its stop on the canvas, and the way to the others. */
export function TourBar({ stops, place, onGo, onClose }: TourBarProps) {
  const stop = stops[place];
  if (!stop) return null;
  return (
    <section
      aria-label="Guided tour"
      className="border-line bg-surface absolute bottom-3 left-1/2 z-10 flex w-max max-w-[calc(100%-1.5rem)] -translate-x-1/2 items-center gap-2 rounded-lg border p-1.5 text-xs shadow-lg max-md:bottom-14"
    >
      <Button
        icon={<ChevronLeft aria-hidden />}
        disabled={place === 0}
        aria-label="Previous stop"
        onClick={() => onGo(place - 1)}
      >
        <span className="max-sm:hidden">Previous</span>
      </Button>
      <p role="status" className="min-w-0">
        <span className="font-medium">
          Stop {place + 1} of {stops.length}
        </span>
        <span className="text-muted line-clamp-2 first-letter:uppercase wrap-anywhere">{describeStop(stop)}</span>
      </p>
      <Button
        variant="primary"
        disabled={place === stops.length - 1}
        aria-label="Next stop"
        onClick={() => onGo(place + 1)}
      >
        <span className="max-sm:hidden">Next</span>
        <ChevronRight aria-hidden />
      </Button>
      <IconButton label="End tour" onClick={onClose}>
        <X />
      </IconButton>
    </section>
  );
}
