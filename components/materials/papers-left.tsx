'use client'
import { useSyncExternalStore } from 'react'
import Link from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { useSession } from '@/lib/client/session'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import type { PaperKind } from '@/lib/rules/material-sets'
import { isHeld, type PaperPlace, paperOutboxOf } from './paper-outbox'

const pages = {
  insurance: 'insuranceMaterialsDetails',
  insurer: 'insurerSubmission',
  mortgage: 'mortgageMaterialsDetails',
  capital: 'capitalMaterialsDetails',
  used_extra: 'usedCarSupplementDetails',
  new_extra: 'newCarSupplementDetails',
} as const satisfies Record<PaperKind, string>

/** Sends what an earlier page left of papers, whichever page is open now, and says how far it is and what was refused. */
export default function PapersLeft() {
  const t = useT()
  const outbox = paperOutboxOf(useSession().user.id)
  const { items, state } = useSyncExternalStore(outbox.subscribe, outbox.get, outbox.getDrawn)
  const refused = items.filter(({ refusal }) => refusal !== undefined)
  const count = items.length - refused.length
  return (
    <>
      {count > 0 && (
        <Notice tone="waiting">{t(`papers.left.${isHeld(state) ? state : 'sending'}`, { count })}</Notice>
      )}
      {refused.length > 0 && (
        <Notice tone="returned">
          {t('papers.left.refused', { count: refused.length })}
          {setsOf(refused.map(({ place }) => place)).map(({ orderId, kind, count }) => (
            <Link key={`${orderId}/${kind}`} href={href(pages[kind], { orderId })}>
              {t('papers.left.place', { set: t(`papers.kinds.${kind}`), count })}
            </Link>
          ))}
        </Notice>
      )}
    </>
  )
}

/** The sets that files belong to, each with how many. */
function setsOf(places: readonly PaperPlace[]): (Omit<PaperPlace, 'materialType'> & { count: number })[] {
  const of = Map.groupBy(places, ({ orderId, kind }) => `${orderId}/${kind}`)
  return [...of.values()].flatMap((own) => {
    const [first] = own
    return first ? [{ orderId: first.orderId, kind: first.kind, count: own.length }] : []
  })
}
