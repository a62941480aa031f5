import type { RelationsView } from '@/lib/domains/relations/contract'
import { useT } from '@/lib/i18n/use-t'

/** Everything that ties an order, in words: 手机号相同, or 经 王五 关联：手机号、地址 for one of the second step. */
export function useTies({ edges, orders }: RelationsView): (orderId: number) => string {
  const t = useT()
  const kindsOf = (kinds: RelationsView['edges'][number]['kinds']) =>
    kinds.map((kind) => t(`relations.kinds.${kind}`)).join(t('ui.separator'))
  const nameOf = new Map(orders.map(({ id, customerName }) => [id, customerName]))
  const stepOf = new Map(orders.map(({ id, step }) => [id, step]))
  return (orderId) => {
    const own = edges.filter(({ from, to }) => to === orderId || from === orderId)
    const direct = own.find(({ from }) => from === null)
    if (direct) return t('relations.by', { kinds: kindsOf(direct.kinds) })
    return own
      .flatMap(({ from, to, kinds }) => {
        const other = from === orderId ? to : (from ?? 0)
        // Everything that two of the second step share is in the picture alone.
        if (stepOf.get(other) !== 1) return []
        return [t('relations.through', { name: nameOf.get(other) ?? '', kinds: kindsOf(kinds) })]
      })
      .join(' · ')
  }
}
