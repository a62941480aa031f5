'use client'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { MaterialGallery } from '@/components/materials/material-gallery'
import { ActionButton } from '@/components/ui/action-button'
import Dialog from '@/components/ui/dialog'
import { useHasPermission } from '@/lib/client/permission'
import { q } from '@/lib/client/query'
import type { ItemRow } from '@/lib/domains/archives/contract'
import { attachments } from '@/lib/domains/materials/contract/attachments'
import { papers } from '@/lib/domains/materials/contract/papers'
import { useT } from '@/lib/i18n/use-t'

/** Sets in which the papers of a car and its loan are scanned. */
const kinds = ['insurance', 'mortgage', 'used_extra', 'new_extra'] as const

/** 扫描件 of an order: those of its intake, and whoever has to do with papers sees those of the car as well. */
export default function ScansDialog({
  row: { orderId, customerName },
  onClose,
}: {
  row: ItemRow
  onClose: () => void
}) {
  const t = useT()
  const id = useId()
  const mayUpload = useHasPermission('material:upload')
  const mayReview = useHasPermission('material:review')
  const seen = mayUpload || mayReview ? kinds : []
  const base = useQuery(q(attachments.materials, { orderId }))
  const sets = useQueries({ queries: seen.map((kind) => q(papers.get, { orderId, kind })) })
  const items = [base, ...sets].flatMap(({ data }) =>
    (data?.items ?? []).filter(({ files }) => files.length > 0),
  )
  const isLoading = base.isPending || sets.some(({ isPending }) => isPending)
  return (
    <Dialog open maxWidth="md" fullWidth aria-labelledby={id} onClose={onClose}>
      <DialogTitle id={id}>{t('archives.scansTitle', { name: customerName })}</DialogTitle>
      <DialogContent>
        {base.error ? (
          <ReadFailure error={base.error} onRetry={() => void base.refetch()} />
        ) : items.length > 0 ? (
          <MaterialGallery orderId={orderId} materials={items} />
        ) : (
          !isLoading && <p>{t('archives.noScans')}</p>
        )}
      </DialogContent>
      <DialogActions>
        <ActionButton onClick={onClose}>{t('ui.close')}</ActionButton>
      </DialogActions>
    </Dialog>
  )
}
