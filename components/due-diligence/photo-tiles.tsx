'use client'
import { useId, useState } from 'react'
import { IconButton } from '@/components/ui/action-button'
import Dialog from '@/components/ui/dialog'
import { DateTimeText } from '@/components/ui/texts'
import { fileUrl } from '@/lib/client/download'
import { type DiligencePhoto, dueDiligence } from '@/lib/contracts/due-diligence'
import { useT } from '@/lib/i18n/use-t'
import styles from './due-diligence.module.css'

const thumbUrl = (id: number, photoId: number) => fileUrl(dueDiligence.photo, { id, photoId, thumb: '1' })
const photoUrl = (id: number, photoId: number) => fileUrl(dueDiligence.photo, { id, photoId })

/** The photos of a visit, each with what it is of, when and where it was taken; a click shows one whole. */
export function PhotoTiles({
  diligenceId,
  photos,
}: {
  diligenceId: number
  photos: readonly DiligencePhoto[]
}) {
  const t = useT()
  const titleId = useId()
  const [at, setAt] = useState<number>()
  const shown = at === undefined ? undefined : photos[at]
  const go = (by: number) => setAt(((at ?? 0) + by + photos.length) % photos.length)
  return (
    <>
      <ul className={styles.tiles}>
        {photos.map((photo, index) => (
          <li key={photo.id}>
            <button
              type="button"
              aria-label={t('dueDiligence.showPhoto', {
                subject: t(`dueDiligence.subjects.${photo.subject}`),
              })}
              onClick={() => setAt(index)}
            >
              <img src={thumbUrl(diligenceId, photo.id)} alt="" loading="lazy" />
            </button>
            <PhotoFacts photo={photo} />
          </li>
        ))}
      </ul>
      {shown && (
        <Dialog open maxWidth="lg" fullWidth onClose={() => setAt(undefined)} aria-labelledby={titleId}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between photos wherever the focus is in here */}
          <div
            className={styles.shown}
            onKeyDown={({ key }) => {
              if (key === 'ArrowRight') go(1)
              if (key === 'ArrowLeft') go(-1)
            }}
          >
            <header>
              <strong id={titleId}>{t(`dueDiligence.subjects.${shown.subject}`)}</strong>
              <span>{t('dueDiligence.photoOf', { at: (at ?? 0) + 1, count: photos.length })}</span>
              <IconButton icon="left" label={t('dueDiligence.photoBefore')} onClick={() => go(-1)} />
              <IconButton icon="right" label={t('dueDiligence.photoAfter')} onClick={() => go(1)} />
              <IconButton icon="cross" label={t('ui.close')} onClick={() => setAt(undefined)} />
            </header>
            <img src={photoUrl(diligenceId, shown.id)} alt={t(`dueDiligence.subjects.${shown.subject}`)} />
            <PhotoFacts photo={shown} />
          </div>
        </Dialog>
      )}
    </>
  )
}

/** When and where; in the words of the officer where the phone knew no place. */
function PhotoFacts({ photo }: { photo: DiligencePhoto }) {
  const t = useT()
  const { subject, takenAt, latitude, longitude, accuracy, noPlace } = photo
  return (
    <div className={styles.facts}>
      <span>
        {t(`dueDiligence.subjects.${subject}`)} · <DateTimeText value={takenAt} />
      </span>
      {latitude !== null && longitude !== null ? (
        <span>
          {t('dueDiligence.place', { latitude: latitude.toFixed(5), longitude: longitude.toFixed(5) })}
          {accuracy !== null && ` ±${accuracy}m`}
        </span>
      ) : (
        subject !== 'signature' && <span data-missing>{noPlace || t('dueDiligence.noPlace')}</span>
      )}
    </div>
  )
}
