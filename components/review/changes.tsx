'use client'
import { PathValue, useMarkName, usePathName } from '@/components/order/form-path'
import { showDateTime } from '@/components/ui/time-text'
import { materialLabel } from '@/lib/domains/orders/rules/entry/materials'
import type { ReviewChanges } from '@/lib/domains/reviews/contract'
import { useT } from '@/lib/i18n/use-t'
import styles from './changes.module.css'

/** Everything that is different since the order was returned, and whether what was asked for is among it. */
export function Changes({ changes }: { changes: ReviewChanges }) {
  const t = useT()
  const nameOf = usePathName()
  const markName = useMarkName()
  if (!changes) return null
  const { by, at, marks, fields, materials } = changes
  const isMended = ({ kind, at: place }: (typeof marks)[number]) =>
    kind === 'material'
      ? materials.includes(place)
      : fields.some(({ path }) => path === place || path.startsWith(`${place}.`))
  return (
    <section aria-label={t('review.changes')} className={styles.changes}>
      <h2>{t('review.changes')}</h2>
      <p className={styles.quiet}>{t('review.changesSince', { name: by, time: showDateTime(at) })}</p>
      {marks.length > 0 && (
        <ul className={styles.marks}>
          {marks.map((mark) => (
            <li key={`${mark.kind} ${mark.at}`} data-mended={isMended(mark)}>
              <strong>{markName(mark)}</strong>
              <span>{mark.note}</span>
              <em>{t(isMended(mark) ? 'review.mended' : 'review.notMended')}</em>
            </li>
          ))}
        </ul>
      )}
      {fields.length > 0 && (
        <dl className={styles.fields}>
          {fields.map(({ path, before, after }) => (
            <div key={path}>
              <dt>{nameOf(path)}</dt>
              <dd>
                <del>
                  <PathValue path={path} value={before} />
                </del>
                <ins>
                  <PathValue path={path} value={after} />
                </ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {materials.length > 0 && (
        <p>{t('review.newMaterials', { names: materials.map(materialLabel).join(t('ui.separator')) })}</p>
      )}
      {fields.length + materials.length === 0 && <p className={styles.quiet}>{t('review.nothingChanged')}</p>}
    </section>
  )
}
