'use client'
import { useId } from 'react'
import { IconButton } from '@/components/ui/action-button'
import Dialog from '@/components/ui/dialog'
import { fileUrl } from '@/lib/client/download'
import { type OpeningDetail, openings } from '@/lib/domains/openings/contract'
import { useT } from '@/lib/i18n/use-t'
import styles from './openings.module.css'

type File = OpeningDetail['files'][number]

/** One picture of an opening, whole; the arrows go on to the others. */
export default function OpeningPicture({
  openingId,
  pictures,
  shown,
  onGo,
  onClose,
}: {
  openingId: number
  pictures: readonly File[]
  shown: File
  onGo: (file: File) => void
  onClose: () => void
}) {
  const t = useT()
  const titleId = useId()
  const at = pictures.findIndex(({ id }) => id === shown.id)
  const go = (by: number) => {
    const next = pictures[(at + by + pictures.length) % pictures.length]
    if (next) onGo(next)
  }
  const word = t(`openings.papers.${shown.paper}`)
  return (
    <Dialog open maxWidth="lg" fullWidth onClose={onClose} aria-labelledby={titleId}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between pictures wherever the focus is in here */}
      <div
        className={styles.shown}
        onKeyDown={({ key }) => {
          if (key === 'ArrowRight') go(1)
          if (key === 'ArrowLeft') go(-1)
        }}
      >
        <header>
          <strong id={titleId}>{word}</strong>
          <span>{t('openings.fileOf', { at: at + 1, count: pictures.length })}</span>
          <IconButton icon="left" label={t('openings.fileBefore')} onClick={() => go(-1)} />
          <IconButton icon="right" label={t('openings.fileAfter')} onClick={() => go(1)} />
          <IconButton icon="cross" label={t('ui.close')} onClick={onClose} />
        </header>
        <img src={fileUrl(openings.file, { id: openingId, fileId: shown.id })} alt={word} />
      </div>
    </Dialog>
  )
}
