'use client'
import { useState } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import { fileUrl } from '@/lib/client/download'
import { type DiligencePhoto, dueDiligence } from '@/lib/domains/due-diligence/contract'
import { useT } from '@/lib/i18n/use-t'
import styles from './due-diligence.module.css'
import { PhotoFacts } from './photo-facts'

// Parts that open on a click are loaded with it.
const PhotoDialog = lazyPart(() => import('./photo-dialog'))

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
        <PhotoDialog
          src={photoUrl(diligenceId, shown.id)}
          photo={shown}
          at={(at ?? 0) + 1}
          count={photos.length}
          onGo={go}
          onClose={() => setAt(undefined)}
        />
      )}
    </>
  )
}
