'use client'
import { SquareDashed } from 'lucide'
import { type ReactNode, useRef, useState } from 'react'
import type { Mark, PictureMarks } from '@/components/materials/mark-layer'
import { PictureViewer } from '@/components/materials/picture-viewer'
import { type Picture, picturesOf } from '@/components/materials/pictures'
import { useViewerKeys } from '@/components/materials/use-viewer-keys'
import { ActionButton } from '@/components/ui/action-button'
import { showDateTime } from '@/components/ui/time-text'
import { toast } from '@/components/ui/toast'
import type { MaterialItem } from '@/lib/domains/materials/contract/attachments'
import { isRegion, type Region } from '@/lib/domains/orders/rules/entry/evidence'
import { useT } from '@/lib/i18n/use-t'
import styles from './evidence.module.css'
import { type Evidence, useEvidence } from './evidence-scope'

/**
 * The pictures of a case with what they prove: M begins to draw, a drag on the picture pins the field. It opens on what
 * came since somebody last decided. Stands in an `EvidenceScope`.
 */
export function CasePictures({
  orderId,
  materials,
  beside,
}: {
  orderId: number
  materials: readonly MaterialItem[]
  /** Beside the name of the picture that is shown. */
  beside?: (picture: Picture) => ReactNode
}) {
  const t = useT()
  const scope = useEvidence()
  const box = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<{ fileId: number; region: Region } | null>(null)
  const pictures = picturesOf(materials, t)
  useViewerKeys(box, {
    m: () => scope?.may && scope.mark(scope.marking ? null : {}),
    escape: () => {
      scope?.mark(null)
      setDrawn(null)
    },
  })
  if (!scope) return <PictureViewer orderId={orderId} pictures={pictures} beside={beside} />

  const { marking, missing } = scope
  const marks: PictureMarks = {
    of: (fileId) => marksOf(scope, fileId, t),
    onChoose: (id) => {
      const pin = scope.pins.find((one) => one.id === id)
      if (pin) scope.show(pin)
    },
    onDraw: marking
      ? (fileId, region) => {
          if (!isRegion(region)) toast.info(t('evidence.noRegion'))
          else if (marking.field) scope.pin(marking.field, fileId, region)
          else setDrawn({ fileId, region })
        }
      : undefined,
    isNew: (fileId) => scope.newFiles.includes(fileId),
  }
  const chosen = scope.pins.find(({ id }) => id === scope.current.pin)
  return (
    <div ref={box} className={styles.case}>
      <PictureViewer
        orderId={orderId}
        pictures={pictures}
        start={scope.current.fileId ?? scope.newFiles[0]}
        marks={marks}
        beside={beside}
      />
      <div className={styles.bar}>
        {drawn ? (
          <FieldChoice
            scope={scope}
            onChoose={(field) => {
              if (field) scope.pin(field, drawn.fileId, drawn.region)
              setDrawn(null)
            }}
          />
        ) : marking ? (
          <>
            <span role="status">
              {marking.field
                ? t('evidence.marking', { field: scope.nameOf(marking.field) })
                : t('evidence.markAny')}
            </span>
            <ActionButton size="small" variant="text" onClick={() => scope.mark(null)}>
              {t('evidence.stop')}
            </ActionButton>
          </>
        ) : (
          <>
            {scope.may && (
              <ActionButton size="small" variant="text" icon={SquareDashed} onClick={() => scope.mark({})}>
                {t('evidence.mark')}
              </ActionButton>
            )}
            {chosen ? (
              <>
                <strong>{scope.nameOf(chosen.field)}</strong>
                <span className={styles.quiet}>
                  {t(`evidence.${chosen.state}`)} ·{' '}
                  {t('evidence.by', { name: chosen.byName, time: showDateTime(chosen.at) })}
                </span>
                {scope.may && chosen.state !== 'holds' && (
                  <ActionButton
                    size="small"
                    variant="text"
                    icon={SquareDashed}
                    onClick={() => {
                      const paper = scope.wanted.find(({ field }) => field === chosen.field)
                      if (paper && chosen.state === 'pictureGone') scope.prove(paper)
                      else scope.mark({ field: chosen.field })
                    }}
                  >
                    {t('evidence.again')}
                  </ActionButton>
                )}
                {scope.may && (
                  <ActionButton size="small" variant="text" onClick={() => scope.unpin(chosen)}>
                    {t('evidence.remove')}
                  </ActionButton>
                )}
              </>
            ) : (
              <Standing scope={scope} />
            )}
            {missing.map((one) => (
              <ActionButton
                key={one.field}
                size="small"
                variant="text"
                icon={SquareDashed}
                onClick={() => scope.prove(one)}
              >
                {scope.nameOf(one.field)}
              </ActionButton>
            ))}
          </>
        )}
      </div>
    </div>
  )
}

/** The share of the wanted fields that has its proof, and what is new. */
function Standing({ scope: { wanted, missing, newFiles } }: { scope: Evidence }) {
  const t = useT()
  const asked = wanted.length
  return (
    <span className={styles.quiet}>
      {asked > 0 && t('evidence.done', { done: asked - missing.length, wanted: asked })}
      {asked > 0 && newFiles.length > 0 && ' · '}
      {newFiles.length > 0 && t('evidence.freshFiles', { count: newFiles.length })}
    </span>
  )
}

/** Drawn a moment ago: the answer is asked for here. */
const takeFocus = (element: HTMLElement | null) => element?.focus()

/** The field that the region just drawn proves. */
function FieldChoice({ scope, onChoose }: { scope: Evidence; onChoose: (field: string) => void }) {
  const t = useT()
  const first = new Set(scope.missing.map(({ field }) => field))
  const fields = [...scope.fields].toSorted(([a], [b]) => Number(first.has(b)) - Number(first.has(a)))
  return (
    <>
      <label>
        {t('evidence.choose')}{' '}
        <select ref={takeFocus} defaultValue="" onChange={({ target }) => onChoose(target.value)}>
          <option value="" />
          {fields.map(([field, label]) => (
            <option key={field} value={field}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <ActionButton size="small" variant="text" onClick={() => onChoose('')}>
        {t('evidence.stop')}
      </ActionButton>
    </>
  )
}

function marksOf(scope: Evidence, fileId: number, t: ReturnType<typeof useT>): Mark[] {
  return scope.pins.flatMap(({ id, field, state, fileId: on, byName, at, note, ...region }) =>
    on === fileId
      ? {
          id,
          region,
          current: scope.current.pin === id,
          label: [scope.nameOf(field), t(`evidence.${state}`), note].filter(Boolean).join(' · '),
          tone: state === 'holds' ? ('passed' as const) : ('returned' as const),
        }
      : [],
  )
}
