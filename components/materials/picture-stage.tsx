'use client'
import { FileText, Minus } from 'lucide'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { IconButton } from '@/components/ui/action-button'
import { Icon } from '@/components/ui/icon'
import type { Region } from '@/lib/domains/orders/rules/entry/evidence'
import { useT } from '@/lib/i18n/use-t'
import { MarkLayer, type PictureMarks } from './mark-layer'
import {
  drag,
  fitted,
  type Point,
  rectOf,
  regionBetween,
  rotate,
  type Scene,
  type Size,
  scaleOf,
  toggleFit,
  wheelFactor,
  zoom,
  zoomStep,
} from './picture-view'
import { isDrawn, type Picture, pictureUrl } from './pictures'
import styles from './pictures.module.css'
import { useStageGestures } from './use-stage-gestures'
import { useViewerKeys } from './use-viewer-keys'

/** One file: a picture that is zoomed, turned and dragged, anything else as a download. Give it the file's id as key. */
export function PictureStage({
  orderId,
  picture,
  viewer,
  marks,
}: {
  orderId: number
  picture: Picture
  viewer: RefObject<HTMLElement | null>
  marks?: PictureMarks | undefined
}) {
  const t = useT()
  const url = pictureUrl(orderId, picture.id)
  if (!isDrawn(picture)) {
    return (
      <div className={styles.stage}>
        <a className={styles.file} href={url} download={picture.name}>
          <Icon name={FileText} size={40} />
          <strong>{picture.name}</strong>
          {t('pictures.download')}
        </a>
      </div>
    )
  }
  const alt = `${picture.label} ${picture.name}`
  return <DrawnPicture url={url} alt={alt} viewer={viewer} marks={marks} fileId={picture.id} />
}

function DrawnPicture({
  url,
  alt,
  viewer,
  marks,
  fileId,
}: {
  url: string
  alt: string
  viewer: RefObject<HTMLElement | null>
  marks?: PictureMarks | undefined
  fileId: number
}) {
  const t = useT()
  const stage = useRef<HTMLDivElement>(null)
  const stageSize = useSize(stage)
  const [pictureSize, setPictureSize] = useState<Size | null>(null)
  const [failed, setFailed] = useState(false)
  const [view, setView] = useState(fitted)
  const scene: Scene = { picture: pictureSize ?? { width: 0, height: 0 }, stage: stageSize }
  const scale = scaleOf(view, scene)

  const zoomBy = (factor: number, at?: Point) => setView((now) => zoom(now, factor, scene, at))
  const keys = {
    '+': () => zoomBy(zoomStep),
    '=': () => zoomBy(zoomStep),
    '-': () => zoomBy(1 / zoomStep),
    '0': () => setView(({ turns }) => ({ ...fitted, turns })),
    r: () => setView(rotate),
  }
  useViewerKeys(viewer, keys)
  const [drawn, setDrawn] = useState<Region | null>(null)
  const draw = marks?.onDraw
  useStageGestures(stage, {
    onWheel: (deltaY, at) => zoomBy(wheelFactor(deltaY), at),
    onDrag: (by) => setView((now) => drag(now, by, scene)),
    onDoubleClick: (at) => draw || setView((now) => toggleFit(now, scene, at)),
    onSelect: draw
      ? (from, to, done) => {
          const region = regionBetween(from, to, view, scene)
          setDrawn(done ? null : region)
          if (done) draw(fileId, region)
        }
      : undefined,
  })

  return (
    <>
      <div
        ref={stage}
        className={styles.stage}
        data-grip={view.scale !== null || undefined}
        data-draw={draw ? true : undefined}
      >
        {failed ? (
          <p className={styles.failed}>{t('pictures.failed')}</p>
        ) : (
          <img
            src={url}
            alt={alt}
            draggable={false}
            data-ready={pictureSize !== null || undefined}
            style={{
              transform: `translate(-50%, -50%) translate(${view.offset.x}px, ${view.offset.y}px) rotate(${view.turns * 90}deg) scale(${scale})`,
            }}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setPictureSize({ width, height })
            }
            onError={() => setFailed(true)}
          />
        )}
        {pictureSize && marks && (
          <MarkLayer
            marks={marks.of(fileId)}
            drawn={drawn}
            place={(region) => rectOf(region, view, scene)}
            onChoose={marks.onChoose}
          />
        )}
      </div>
      <div className={styles.tools}>
        <IconButton icon={Minus} size="small" label={t('pictures.zoomOut')} onClick={keys['-']} />
        <output className={styles.scale} aria-label={t('pictures.scale')}>
          {Math.round(scale * 100)}%
        </output>
        <IconButton icon="plus" size="small" label={t('pictures.zoomIn')} onClick={keys['+']} />
        <IconButton icon="fit" size="small" label={t('pictures.fit')} onClick={keys['0']} />
        <IconButton icon="refresh" size="small" label={t('pictures.rotate')} onClick={keys.r} />
      </div>
    </>
  )
}

function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useEffect(() => {
    if (!element.current || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return size
}
