'use client'
import { FieldGrid } from '@/components/form/field-grid'
import { ReadingDialog } from '@/components/form/reading-dialog'
import type { FeeRow } from '@/lib/domains/products/contract'
import { useT } from '@/lib/i18n/use-t'
import { FeeTrial } from './fee-trial'

/** A row of the table in a quote, beside what is charged today. */
export default function TrialDialog({ fee, onClose }: { fee: FeeRow; onClose: () => void }) {
  const t = useT()
  return (
    <ReadingDialog
      title={t('product.fee.tryTitle', { name: fee.name })}
      error={null}
      onRetry={() => undefined}
      onClose={onClose}
      width={760}
    >
      <FieldGrid>
        <FeeTrial fee={fee} />
      </FieldGrid>
    </ReadingDialog>
  )
}
