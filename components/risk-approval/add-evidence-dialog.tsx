'use client'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { OrderLead } from '@/components/order/order-lead'
import { ActionButton } from '@/components/ui/action-button'
import Dialog from '@/components/ui/dialog'
import type { OrderHeader } from '@/lib/domains/orders/contract'
import { useT } from '@/lib/i18n/use-t'
import { EvidenceField, useEvidence } from './evidence-field'

/** 补充复议材料: more papers, while the request waits. */
export default function AddEvidenceDialog({ order, onClose }: { order: OrderHeader; onClose: () => void }) {
  const t = useT()
  const id = useId()
  const { item, change } = useEvidence(order.id)
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{t('riskApproval.addTitle', { orderNo: order.orderNo })}</DialogTitle>
      <DialogContent>
        <OrderLead order={order} />
        <p>{t('riskApproval.addNote')}</p>
        <EvidenceField orderId={order.id} item={item} onChange={change} />
      </DialogContent>
      <DialogActions>
        <ActionButton variant="primary" onClick={onClose}>
          {t('ui.close')}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}
