import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CreditCard, FileText } from 'lucide'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { Icon } from '@/components/ui/icon'
import { useHasPermission } from '@/lib/client/permission'
import { q } from '@/lib/client/query'
import { home } from '@/lib/domains/home/contract'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { isWorthFinding } from '@/lib/rules/find-text'
import { useMenu } from './menu'
import { MenuIcon } from './menu-icon'
import { type MenuNode, searchMenu } from './menu-tree'
import { placeAt, useTabState, useWorkspace } from './workspace'

export type PaletteOption = {
  id: string
  icon: ReactNode
  label: string
  /** Everything that tells it from others of the same name. */
  note?: string
  /** A word at its end, such as the state of an order. */
  tag?: string
  go: () => void
}
export type PaletteGroup = { label: MessageKey; options: readonly PaletteOption[] }

/** Pages that are listed at most: nobody reads on, everybody types on. */
const mostPages = 20

/** Everything that was used last comes first, the rest in the order of the menu. */
function pagesFor(leaves: readonly MenuNode[], recent: readonly number[], text: string): MenuNode[] {
  const found = searchMenu(leaves, text)
  const used = recent.flatMap((id) => found.find((leaf) => leaf.id === id) ?? [])
  return [...used, ...found.filter((leaf) => !used.includes(leaf))].slice(0, mostPages)
}

/**
 * Everything that a text finds: pages of the menu at once, customers and orders of the user's data scope after one
 * call.
 *
 * @param text as it stands in the field
 * @param asked the same after a pause in typing; another text takes the call of the one before back
 */
export function usePaletteGroups(text: string, asked: string) {
  const t = useT()
  const router = useRouter()
  const { open } = useWorkspace()
  const { leaves, entryAt } = useMenu()
  const recent = useTabState((state) => state.recent)
  const mayFind = useHasPermission('order:view') && isWorthFinding(text)
  const { data, isFetching, isError } = useQuery({
    ...q(home.find, { q: asked }),
    enabled: mayFind && isWorthFinding(asked),
    placeholderData: keepPreviousData,
    // Names and numbers of customers do not lie about longer than they are shown.
    gcTime: 0,
  })
  const found = mayFind ? data : undefined

  const toOrder = (orderId: number) => open(placeAt(href('entryDetails', { orderId })))
  const queryPath = href('orderQuery')
  const hasQuery = entryAt(queryPath) !== undefined
  /** The open list takes the search over: `open` would show it as it was left. */
  const toOrders = (search: string) => router.push(href('orderQuery', { q: search }))

  const pages = pagesFor(leaves, recent, text).map(
    (leaf): PaletteOption => ({
      id: `page-${leaf.id}`,
      icon: <MenuIcon name={leaf.icon} />,
      label: leaf.label,
      note: leaf.path,
      go: () => open({ path: leaf.path, query: '' }),
    }),
  )
  const customers = (found?.customers ?? []).map(
    (customer): PaletteOption => ({
      id: `customer-${customer.id}`,
      icon: <Icon name={CreditCard} />,
      label: customer.name,
      note: `${customer.mobile} ${customer.idNo}`,
      // Whoever was found by a number is one of several with the name.
      go: () =>
        hasQuery
          ? toOrders(customer.name.includes(asked) ? customer.name : asked)
          : toOrder(customer.orderId),
    }),
  )
  const orders = (found?.orders ?? []).map(
    (order): PaletteOption => ({
      id: `order-${order.id}`,
      icon: <Icon name={FileText} />,
      label: `${order.orderNo} ${order.customerName}`,
      note: order.productName,
      tag: t(`order.status.${order.status}` as MessageKey),
      go: () => toOrder(order.id),
    }),
  )
  if (found && hasQuery && found.total > orders.length) {
    orders.push({
      id: 'all-orders',
      icon: <Icon name="search" />,
      label: t(found.more ? 'keys.manyOrders' : 'keys.allOrders', { count: found.total }),
      go: () => toOrders(asked),
    })
  }
  const groups: PaletteGroup[] = [
    { label: 'keys.pages', options: pages },
    { label: 'keys.customers', options: customers },
    { label: 'keys.orders', options: orders },
  ]
  return {
    groups: groups.filter(({ options }) => options.length > 0),
    isBusy: mayFind && (isFetching || text !== asked),
    failed: mayFind && isError,
  }
}
