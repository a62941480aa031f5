'use client'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import Dialog from '@/components/ui/dialog'
import type { RelationsView } from '@/lib/domains/relations/contract'
import { useT } from '@/lib/i18n/use-t'
import { RelationView } from './relation-view'

/** 关联雷达 over the form whose values were asked about. */
export default function RelationDialog({ view, onClose }: { view: RelationsView; onClose: () => void }) {
  const t = useT()
  const title = useId()
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={title}>
      <DialogTitle id={title}>{t('relations.title')}</DialogTitle>
      <DialogContent>
        <RelationView view={view} />
      </DialogContent>
      <DialogActions>
        <ActionButton variant="primary" onClick={onClose}>
          {t('relations.close')}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}
