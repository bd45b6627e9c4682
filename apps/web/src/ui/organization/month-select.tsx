import { useNavigate, useSearch } from '@tanstack/react-router';
import { SmallSelect } from '../components/small-select.tsx';

const listedMonths = 12;

/** Returns the month in the address, `YYYY-MM` in UTC, with its label; the current one by default. */
export function useMonth(): { readonly month: string; readonly label: string } {
  const { month: chosen } = useSearch({ from: '/organization' });
  const months = listMonths(new Date(), listedMonths);
  const [month, label] = months.find(([value]) => value === chosen) ?? months[0] ?? ['', ''];
  return { month, label };
}

/** Chooses the month of the usage and of the tool calls on the page. */
export function MonthSelect() {
  const { month } = useMonth();
  const navigate = useNavigate();
  const show = (next: string) =>
    void navigate({
      to: '/organization',
      search: (search) => ({ ...search, month: next }),
      replace: true,
      resetScroll: false,
    });
  return <SmallSelect label="Month" value={month} options={listMonths(new Date(), listedMonths)} onChange={show} />;
}

/** Lists months in UTC as `YYYY-MM` with a label, newest first. */
export function listMonths(now: Date, count: number): readonly (readonly [value: string, label: string])[] {
  return Array.from({ length: count }, (_, back) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
    const label = first.toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
    return [first.toISOString().slice(0, 7), label] as const;
  });
}
