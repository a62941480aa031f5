'use client'
import { useQuery } from '@tanstack/react-query'
import { ReadFailure } from '@/components/detail/read-failure'
import Popover from '@/components/ui/popover'
import { Bone } from '@/components/ui/states'
import { q } from '@/lib/client/query'
import { applications } from '@/lib/domains/orders/contract'
import { useT } from '@/lib/i18n/use-t'
import styles from './quote-figures.module.css'
import { QuoteLines } from './quote-lines-view'
import type { ExplainedFigure } from './quote-why'

/** A figure of an order's quote with its formula, inputs and rounding, as applied for and as approved. */
export default function QuoteExplanation({
  orderId,
  figure,
  label,
  approved,
  anchor,
  onClose,
}: {
  orderId: number
  figure: ExplainedFigure
  label: string
  approved: boolean
  anchor: HTMLElement
  onClose: () => void
}) {
  const t = useT()
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': t('record.whyOf', { name: label }) } }}
    >
      <div className={styles.explanation}>
        <strong>{label}</strong>
        <p>{t(`record.formulas.${figure}`)}</p>
        {approved && <Terms orderId={orderId} figure={figure} approved title={t('record.approvedTerms')} />}
        <Terms
          orderId={orderId}
          figure={figure}
          approved={false}
          title={approved ? t('record.applied') : undefined}
        />
        <p>{t('record.rounding')}</p>
      </div>
    </Popover>
  )
}

function Terms({
  orderId,
  figure,
  approved,
  title,
}: {
  orderId: number
  figure: ExplainedFigure
  approved: boolean
  title: string | undefined
}) {
  const t = useT()
  const { data, error, refetch } = useQuery(q(applications.explainQuote, { orderId, approved }))
  return (
    <section aria-label={title} aria-busy={!data && !error}>
      {title && <h4>{title}</h4>}
      {error && <ReadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Bone />}
      {data && !data.held && <p>{t('record.notHeld')}</p>}
      {data?.held && (
        <QuoteLines lines={data.lines[figure] ?? []} feeName={(code) => data.feeNames[code] ?? code} />
      )}
    </section>
  )
}
