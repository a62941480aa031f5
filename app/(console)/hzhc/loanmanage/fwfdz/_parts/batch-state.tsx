import { StatusTag, type Tone } from '@/components/ui/status-tag'
import type { FeeBatchRow } from '@/lib/domains/service-fees/contract'
import type { BatchState } from '@/lib/domains/service-fees/rules/fee-batch'
import { useT } from '@/lib/i18n/use-t'

const tones: Readonly<Record<BatchState, Tone>> = {
  待生成: 'waiting',
  待对账: 'waiting',
  对账中: 'working',
  有差异: 'returned',
  已一致: 'working',
  已确认: 'working',
  已开票: 'working',
  已结算: 'passed',
  已作废: 'closed',
}

/** The state of a batch; one whose money was taken back says so. */
export function BatchStateTag({
  batch: { status, unsettled },
}: {
  batch: Pick<FeeBatchRow, 'status' | 'unsettled'>
}) {
  const t = useT()
  return (
    <StatusTag tone={unsettled ? 'returned' : tones[status]}>
      {unsettled ? t('serviceFees.unsettledTag') : t(`serviceFees.states.${status}`)}
    </StatusTag>
  )
}
