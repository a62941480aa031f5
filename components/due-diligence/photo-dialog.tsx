'use client'
import { useId } from 'react'
import { IconButton } from '@/components/ui/action-button'
import Dialog from '@/components/ui/dialog'
import type { DiligencePhoto } from '@/lib/domains/due-diligence/contract'
import { useT } from '@/lib/i18n/use-t'
import styles from './due-diligence.module.css'
import { PhotoFacts } from './photo-facts'

/** One photo of a visit, whole; the arrows go on to the others. */
export default function PhotoDialog({
  src,
  photo,
  at,
  count,
  onGo,
  onClose,
}: {
  src: string
  photo: DiligencePhoto
  /** Its place among all, from 1. */
  at: number
  count: number
  onGo: (by: number) => void
  onClose: () => void
}) {
  const t = useT()
  const titleId = useId()
  const subject = t(`dueDiligence.subjects.${photo.subject}`)
  return (
    <Dialog open maxWidth="lg" fullWidth onClose={onClose} aria-labelledby={titleId}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between photos wherever the focus is in here */}
      <div
        className={styles.shown}
        onKeyDown={({ key }) => {
          if (key === 'ArrowRight') onGo(1)
          if (key === 'ArrowLeft') onGo(-1)
        }}
      >
        <header>
          <strong id={titleId}>{subject}</strong>
          <span>{t('dueDiligence.photoOf', { at, count })}</span>
          <IconButton icon="left" label={t('dueDiligence.photoBefore')} onClick={() => onGo(-1)} />
          <IconButton icon="right" label={t('dueDiligence.photoAfter')} onClick={() => onGo(1)} />
          <IconButton icon="cross" label={t('ui.close')} onClick={onClose} />
        </header>
        <img src={src} alt={subject} />
        <PhotoFacts photo={photo} />
      </div>
    </Dialog>
  )
}
