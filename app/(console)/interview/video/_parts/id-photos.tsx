'use client'
import { useState } from 'react'
import { pictureUrl, thumbUrl } from '@/components/materials/pictures'
import { useT } from '@/lib/i18n/use-t'
import type { RoomData } from '../screen'
import styles from './room.module.css'

/** The identity card beside the live picture; a press turns to another photo of it. */
export function IdPhotos({ orderId, photos }: { orderId: number; photos: RoomData['idPhotos'] }) {
  const t = useT()
  const [shown, setShown] = useState(0)
  const photo = photos[shown] ?? photos[0]
  if (!photo) return <div className={styles.card}>{t('interviews.noIdPhoto')}</div>
  return (
    <div className={styles.card}>
      <img src={pictureUrl(orderId, photo.id)} alt={t('interviews.idPhoto')} />
      {photos.length > 1 && (
        <div className={styles.cards}>
          {photos.map(({ id }, at) => (
            <button
              key={id}
              type="button"
              aria-label={`${t('interviews.idPhoto')} ${at + 1}`}
              aria-pressed={at === shown}
              onClick={() => setShown(at)}
            >
              <img src={thumbUrl(orderId, id)} alt="" />
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
