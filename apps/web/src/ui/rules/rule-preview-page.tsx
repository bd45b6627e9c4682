import { useParams } from '@tanstack/react-router';
import { PendingPage } from '../components/pending-page.tsx';
import { DetailPage } from '../navigation/detail-page.tsx';
import { RulePreview } from './rule-preview-card.tsx';
import { useRulePreview } from './rule-queries.ts';

/** One preview of a rule, with the decision that it waits for. */
export function RulePreviewPage() {
  const { previewId } = useParams({ from: '/rules/previews/$previewId' });
  const query = useRulePreview(previewId);
  if (!query.data) return <PendingPage error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <DetailPage parents={[{ label: 'Rules', address: { to: '/rules' } }]} title="Preview">
      <RulePreview preview={query.data} />
    </DetailPage>
  );
}
