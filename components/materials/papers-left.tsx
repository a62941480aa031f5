'use client'
import { useSyncExternalStore } from 'react'
import { IconButton } from '@/components/ui/action-button'
import { useConfirm } from '@/components/ui/confirm'
import Link from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { isHeld } from '@/lib/client/outbox'
import { useSession } from '@/lib/client/session'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { type FilePlace, paperOutboxOf, type WaitingPaper } from './paper-outbox'
import { paperPages } from './paper-pages'
import styles from './papers-left.module.css'

/**
 * Sends what an earlier page left of papers, whichever page is open now, and says how far it is and what was refused.
 * That can be let go here too: a set that an order is not asked for any more has no page for it.
 */
export default function PapersLeft() {
  const t = useT()
  const outbox = paperOutboxOf(useSession().user.id)
  const { items, state } = useSyncExternalStore(outbox.subscribe, outbox.get, outbox.getDrawn)
  const refused = items.filter(({ refusal }) => refusal !== undefined)
  const count = items.length - refused.length
  const confirm = useConfirm()
  const letGo = async (files: readonly WaitingPaper[], set: string) => {
    const list = files
      .map(({ name, refusal = '' }) => t('papers.left.file', { name, reason: refusal }))
      .join('\n')
    const message = (
      <span className={styles.question}>{t('papers.left.letGoAsk', { set, count: files.length, list })}</span>
    )
    if (!(await confirm({ message, ok: t('papers.left.letGo'), tone: 'danger' }))) return
    for (const { key } of files) await outbox.drop(key)
  }
  return (
    <>
      {count > 0 && (
        <Notice tone="waiting">{t(`papers.left.${isHeld(state) ? state : 'sending'}`, { count })}</Notice>
      )}
      {refused.length > 0 && (
        <Notice tone="returned">
          {t('papers.left.refused', { count: refused.length })}
          {setsOf(refused).map(({ place, files }) => {
            const { kind } = place
            const set = t(
              kind === 'card' || kind === 'fitting' || kind === 'opening'
                ? `papers.left.of.${kind}`
                : `papers.kinds.${kind}`,
            )
            return (
              <span key={recordOf(place)} className={styles.set}>
                <Link href={pageOf(place)}>{t('papers.left.place', { set, count: files.length })}</Link>
                <IconButton
                  icon="cross"
                  size="small"
                  label={t('papers.left.letGoSet', { set })}
                  onClick={() => void letGo(files, set)}
                />
              </span>
            )
          })}
        </Notice>
      )}
    </>
  )
}

/** The page of the files of each kind. */
const pages = { base: 'entryDetails', card: 'cardCase', fitting: 'gpsFittingCase', ...paperPages } as const

const pageOf = (place: FilePlace) =>
  place.kind === 'opening'
    ? href('branchDetails', { openingId: place.id })
    : href(pages[place.kind], { orderId: place.orderId })
const recordOf = (place: FilePlace) =>
  place.kind === 'opening' ? `opening/${place.id}` : `${place.orderId}/${place.kind}`

type Left = { place: FilePlace; files: readonly WaitingPaper[] }

/** The sets that files belong to, each with its own. */
const setsOf = (papers: readonly WaitingPaper[]): Left[] =>
  [...Map.groupBy(papers, ({ place }) => recordOf(place)).values()].flatMap((files) => {
    const [first] = files
    return first ? [{ place: first.place, files }] : []
  })
