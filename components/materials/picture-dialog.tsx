'use client'
import { useId } from 'react'
import { IconButton } from '@/components/ui/action-button'
import Dialog from '@/components/ui/dialog'
import { useT } from '@/lib/i18n/use-t'
import { PictureViewer } from './picture-viewer'
import type { Picture } from './pictures'
import styles from './pictures.module.css'

/** The {@link PictureViewer} over the page, begun at one file. Loaded when it is first needed. */
export default function PictureDialog({
  orderId,
  pictures,
  start,
  onClose,
}: {
  orderId: number
  pictures: readonly Picture[]
  start: number
  onClose: () => void
}) {
  const t = useT()
  const id = useId()
  return (
    <Dialog open onClose={onClose} maxWidth="lg" fullWidth aria-labelledby={id}>
      <span id={id} hidden>
        {t('pictures.viewer')}
      </span>
      <div className={styles.dialog}>
        <PictureViewer orderId={orderId} pictures={pictures} start={start} />
        <span className={styles.close}>
          <IconButton icon="cross" size="small" label={t('ui.close')} onClick={onClose} />
        </span>
      </div>
    </Dialog>
  )
}
