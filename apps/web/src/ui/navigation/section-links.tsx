import { classNames } from '../components/class-names.ts';
import type { SectionCount } from '../notifications/section-count.ts';
import { Link } from '../router/link.tsx';
import { sections } from '../sections.ts';
import type { Section } from './section.ts';

interface SectionLinksProps {
  /** True when only the icons are visible. */
  readonly isCollapsed: boolean;
  /** Called when a link is followed. */
  readonly onFollow?: () => void;
}

/** The links to all sections: daily work above, settings below. */
export function SectionLinks({ isCollapsed, onFollow }: SectionLinksProps) {
  const shared = { isCollapsed, ...(onFollow && { onFollow }) };
  return (
    <div className="flex flex-1 flex-col justify-between gap-4 overflow-y-auto p-2">
      {(['work', 'settings'] as const).map((part) => (
        <ul key={part} className="space-y-0.5">
          {sections
            .filter((section) => section.part === part)
            .map((section) => (
              <SectionLink key={section.to} section={section} {...shared} />
            ))}
        </ul>
      ))}
    </div>
  );
}

/** One link; it stays marked on every page of its section. */
function SectionLink({
  section,
  isCollapsed,
  onFollow,
}: SectionLinksProps & { readonly section: (typeof sections)[number] }) {
  const { label, icon: Icon, to, useCounts = useNoCounts }: Section<typeof section.to> = section;
  const counts = useCounts().filter(({ count }) => count > 0);
  return (
    <li>
      <Link
        to={to}
        activeOptions={{ exact: to === '/', includeSearch: false }}
        onClick={onFollow}
        title={isCollapsed ? label : undefined}
        className="text-muted hover:bg-raised hover:text-ink data-[status=active]:bg-accent-soft data-[status=active]:text-ink relative flex h-9 items-center gap-3 rounded-md px-2.5 text-xs font-medium -outline-offset-2 [&_svg]:size-4 [&_svg]:shrink-0"
      >
        <Icon aria-hidden />
        <span className={isCollapsed ? 'sr-only' : 'min-w-0 truncate'}>{label}</span>
        {counts.length > 0 && (
          <span className={classNames('flex gap-1', isCollapsed ? 'absolute top-0 right-0 scale-90' : 'ml-auto')}>
            {counts.map((each) => (
              <Count key={each.word} {...each} />
            ))}
          </span>
        )}
      </Link>
    </li>
  );
}

const noCounts: readonly SectionCount[] = [];
const useNoCounts = () => noCounts;

function Count({ count, hasMore = false, word, needsAttention }: SectionCount) {
  return (
    <span
      className={classNames(
        'text-2xs min-w-4 rounded-full px-1 text-center font-medium tabular-nums',
        needsAttention ? 'bg-accent text-on-accent' : 'text-accent animate-pulse',
      )}
    >
      {count}
      {hasMore && '+'}
      <span className="sr-only"> {word}</span>
    </span>
  );
}
