'use client'
import type { Region } from '@/lib/domains/orders/rules/entry/evidence'
import type { Rect } from './picture-view'
import styles from './pictures.module.css'

/** A region of a picture that means something. */
export type Mark = {
  id: number
  region: Region
  /** Everything that it shows, said to all who point at it. */
  label: string
  tone: 'passed' | 'returned'
  /** The one that is looked at. */
  current: boolean
}

/** Everything that lies over the pictures of a viewer. */
export type PictureMarks = {
  of: (fileId: number) => readonly Mark[]
  onChoose: (id: number) => void
  /** Regions are being drawn: a drag on the picture makes one. */
  onDraw?: ((fileId: number, region: Region) => void) | undefined
  /** The picture came since somebody last looked. */
  isNew: (fileId: number) => boolean
}

/** The marks of a picture where they are seen now, and the one that is being drawn. */
export function MarkLayer({
  marks,
  drawn,
  place,
  onChoose,
}: {
  marks: readonly Mark[]
  drawn: Region | null
  place: (region: Region) => Rect
  onChoose: (id: number) => void
}) {
  return (
    <>
      {marks.map(({ id, region, label, tone, current }) => (
        <button
          key={id}
          type="button"
          className={styles.mark}
          style={place(region)}
          data-tone={tone}
          aria-current={current || undefined}
          aria-label={label}
          data-tip={label}
          onPointerDown={(event) => event.stopPropagation()}
          onClick={() => onChoose(id)}
        />
      ))}
      {drawn && <span className={styles.mark} style={place(drawn)} data-tone="drawn" aria-hidden="true" />}
    </>
  )
}
