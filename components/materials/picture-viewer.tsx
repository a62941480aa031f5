'use client'
import { FileText } from 'lucide'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IconButton } from '@/components/ui/action-button'
import { Icon } from '@/components/ui/icon'
import { EmptyState } from '@/components/ui/states'
import { useT } from '@/lib/i18n/use-t'
import type { PictureMarks } from './mark-layer'
import { PictureStage } from './picture-stage'
import { isDrawn, type Picture, pictureUrl, thumbUrl } from './pictures'
import styles from './pictures.module.css'
import { useViewerKeys } from './use-viewer-keys'

/**
 * The pictures of an order, one large and all as thumbnails. Wheel, + and − zoom, dragging moves, R turns, 0 fits,
 * the arrow keys go on and back; files that are no pictures are downloaded. It fills the box it is put into, which
 * has to have a height.
 *
 *     <PictureViewer orderId={order.id} pictures={picturesOf(materials, t)} />
 *
 * In a dialog: `PictureDialog`.
 */
export function PictureViewer({
  orderId,
  pictures,
  start,
  marks,
  beside,
}: {
  orderId: number
  pictures: readonly Picture[]
  /** Id of the file to begin with, and to turn to when it becomes another; the first when not given. */
  start?: number | undefined
  marks?: PictureMarks | undefined
  /** Beside the name of what is shown. */
  beside?: ((picture: Picture) => ReactNode) | undefined
}) {
  const t = useT()
  const viewer = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(start)
  const [begun, setBegun] = useState(start)
  if (begun !== start) {
    setBegun(start)
    setShown(start)
  }
  const index = Math.max(
    0,
    pictures.findIndex(({ id }) => id === shown),
  )
  const picture = pictures[index]
  const go = (by: number) => {
    const next = pictures[(index + by + pictures.length) % pictures.length]
    if (next) setShown(next.id)
  }
  useViewerKeys(viewer, { arrowleft: () => go(-1), arrowright: () => go(1) })
  usePreload(orderId, pictures[index + 1])

  if (!picture) return <EmptyState title={t('pictures.none')} />
  return (
    <section ref={viewer} className={styles.viewer} aria-label={t('pictures.viewer')}>
      <div className={styles.head}>
        <strong>{picture.label}</strong>
        {beside?.(picture)}
        <span aria-live="polite">{t('pictures.count', { index: index + 1, total: pictures.length })}</span>
        {pictures.length > 1 && (
          <span className={styles.turn}>
            <IconButton icon="left" size="small" label={t('pictures.previous')} onClick={() => go(-1)} />
            <IconButton icon="right" size="small" label={t('pictures.next')} onClick={() => go(1)} />
          </span>
        )}
      </div>
      <PictureStage key={picture.id} orderId={orderId} picture={picture} viewer={viewer} marks={marks} />
      <Thumbs orderId={orderId} pictures={pictures} shown={picture.id} onShow={setShown} marks={marks} />
    </section>
  )
}

/** The thumbnail of what is shown stays in view. */
const reveal = (thumb: HTMLElement | null) => thumb?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })

function Thumbs({
  orderId,
  pictures,
  shown,
  onShow,
  marks,
}: {
  orderId: number
  pictures: readonly Picture[]
  shown: number
  onShow: (id: number) => void
  marks?: PictureMarks | undefined
}) {
  const t = useT()
  return (
    <ol className={styles.thumbs}>
      {pictures.map((picture) => (
        <li key={picture.id}>
          <button
            ref={picture.id === shown ? reveal : undefined}
            type="button"
            aria-current={picture.id === shown ? 'true' : undefined}
            aria-label={t('pictures.show', { label: picture.label, name: picture.name })}
            onClick={() => onShow(picture.id)}
          >
            {isDrawn(picture) ? (
              <img src={thumbUrl(orderId, picture.id)} alt="" loading="lazy" />
            ) : (
              <Icon name={FileText} size={24} />
            )}
            {marks?.isNew(picture.id) && <span className={styles.badge}>{t('pictures.fresh')}</span>}
          </button>
          <span className={styles.name} aria-hidden="true">
            {picture.label}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Going on shall not wait. */
function usePreload(orderId: number, picture: Picture | undefined) {
  const url = picture && isDrawn(picture) ? pictureUrl(orderId, picture.id) : undefined
  useEffect(() => {
    if (url) new Image().src = url
  }, [url])
}
