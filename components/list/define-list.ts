import type { ComponentType, ReactNode } from 'react'
import type { Tone } from '@/components/ui/status-tag'
import type { FileCall } from '@/lib/client/download'
import type { OptionSource } from '@/lib/client/options'
import type { MessageKey } from '@/lib/i18n/translator'
import type { Endpoint, InputOf, OutputOf } from '@/lib/platform/contract/endpoint'
import type { PageSize } from './list-url'

/**
 * A list as a typed description (level 1). Names of filters are checked against the endpoint's input, keys of
 * columns against its rows. A label that is not given is `<words>.<name>`, or else `columns.<name>`; it has to be given
 * where the catalogue has neither.
 *
 *     const intakes = defineList({
 *       name: 'intake',
 *       endpoint: contracts.applications.intakeList,
 *       title: 'routes.intakeList',
 *       search: 'list.searchOrders',
 *       filters: [
 *         { kind: 'multi', name: 'status', options: statusOptions },
 *         { kind: 'dates', label: 'columns.createdAt', from: 'createdFrom', to: 'createdTo' },
 *       ],
 *       columns: [
 *         { key: 'orderNo', width: 168, card: true },
 *         { key: 'appliedAmount', kind: 'money', sort: true },
 *       ],
 *       sort: 'createdAt:desc',
 *       open: (row) => href('intakeDetails', { orderId: row.id }),
 *       empty: { title: 'list.empty' },
 *     })
 *     <ListScreen list={intakes} rowActions={…} actions={…} />
 */
export function defineList<E extends Endpoint, const W extends string = 'columns'>(
  definition: ListDefinition<E, W>,
): ListDefinition<E> {
  return definition as ListDefinition<E, string> as ListDefinition<E>
}

/** A row of what the endpoint answers. */
export type RowOf<E extends Endpoint> = OutputOf<E> extends { data: (infer R)[] } ? R : never

type PageInput = 'start' | 'length' | 'q' | 'sort' | 'cursor' | 'group'
type KeyOf<T> = keyof T & string

/** The orders that the endpoint answers in, and the fields that it sorts by. */
type SortOf<E extends Endpoint> = InputOf<E> extends { sort?: infer S } ? S & string : never
type SortField<E extends Endpoint> = SortOf<E> extends `${infer F}:${'asc' | 'desc'}` ? F : never

/** The inputs of the endpoint that are filters. */
export type FilterName<E extends Endpoint> = Exclude<KeyOf<InputOf<E>>, PageInput>
/** The input that the filters of a list amount to, as the endpoint takes it. */
export type FilterInput<E extends Endpoint> = Omit<InputOf<E>, 'start' | 'length' | 'cursor'>

type ListName<E extends Endpoint> = {
  [N in FilterName<E>]: NonNullable<InputOf<E>[N & keyof InputOf<E>]> extends readonly unknown[] ? N : never
}[FilterName<E>]

/** A label may be left out where the catalogue has one for the name. */
type Labelled<N extends string, W extends string> =
  Extract<`columns.${N}` | `${W}.${N}`, MessageKey> extends never
    ? { label: MessageKey }
    : { label?: MessageKey }

type NamedFilter<E extends Endpoint, W extends string> = {
  [N in FilterName<E>]: { name: N } & Labelled<N, W> &
    (N extends ListName<E>
      ? { kind: 'multi'; options: OptionSource }
      : /**
         * One of many, or none. With `standard` that entry counts while nothing is chosen and nothing searched: what is
         * done already, left out of a list of work.
         */
          | { kind: 'select'; options: OptionSource; standard?: string }
          /** A few entries, always in sight, one of them always on: `standard` without a value in the URL. */
          | { kind: 'choice'; options: OptionSource; standard: string }
          | { kind: 'text' }
          /** A day. */
          | { kind: 'date' })
}[FilterName<E>]

type RangeFilter<E extends Endpoint> = {
  kind: 'dates' | 'amounts'
  label: MessageKey
  from: FilterName<E>
  to: FilterName<E>
}

/** The first three are in sight, the rest is folded. */
export type ListFilter<E extends Endpoint, W extends string = 'columns'> = NamedFilter<E, W> | RangeFilter<E>

type Plain = string | number | boolean | null | undefined

type ColumnOf<Row, K extends KeyOf<Row>, F, W extends string> = {
  key: K
  /** Tells columns of the same key apart; the key when not given. */
  id?: string
  /** The way the value shows and aligns; `text` when not given. */
  kind?: 'text' | 'number' | 'money' | 'percent' | 'date' | 'dateTime' | 'code'
  /** The value is a code: where its words stand, as `couriers.states`, and its tone where it is a state. */
  codes?: string
  tones?: Readonly<Record<string, Tone>>
  /** Pixels; 120 when not given. */
  width?: number
  /** The endpoint sorts by this key. */
  sort?: K extends F ? boolean : never
  /** Off until the user asks for it. */
  hidden?: boolean
  /** One of the facts that matter on a narrow screen, where rows are cards. */
  card?: boolean
  /** Stays at the left with the first column, until the user has chosen. */
  pinned?: boolean
  /** True where these filters leave one value for every row: the column then goes. */
  same?: (filters: Readonly<Record<string, string>>) => boolean
} & Labelled<K, W> &
  (Row[K] extends Plain ? { cell?: (row: Row) => ReactNode } : { cell: (row: Row) => ReactNode })

export type ListColumn<E extends Endpoint, W extends string = 'columns'> = {
  [K in KeyOf<RowOf<E>>]: ColumnOf<RowOf<E>, K, SortField<E>, W>
}[KeyOf<RowOf<E>>]

type GroupName<E extends Endpoint> = InputOf<E> extends { group?: infer G } ? G & KeyOf<RowOf<E>> : never
export type ListGroupBy<E extends Endpoint> = {
  name: GroupName<E>
  label: MessageKey
  /** The group of a row in words; as its column shows it when not given. */
  show?: (row: RowOf<E>) => ReactNode
}

export type ListDefinition<E extends Endpoint, W extends string = 'columns'> = {
  /** Names the user's settings of this list on the server: `list:<name>`. */
  name: string
  endpoint: E
  /** The namespace of the catalogue in which the words of filters and columns are. */
  words?: W
  title: MessageKey
  /** Placeholder of the quick search; none without it. */
  search?: MessageKey
  filters: readonly ListFilter<E, W>[]
  columns: readonly ListColumn<E, W>[]
  /** Input that the user cannot change. */
  fixed?: Partial<FilterInput<E>>
  /** Rows of a page when the user has chosen none; 20 when not given. */
  pageSize?: PageSize
  /** Order when the user has chosen none. */
  sort?: SortOf<E>
  /** Identifies a row; its `id` when not given. */
  rowKey?: (row: RowOf<E>) => string | number
  /** A row that changes by itself: while one is shown, the page is read again every few seconds. */
  watch?: (row: RowOf<E>) => boolean
  /** The target of the first column's link; of a row without it, none. */
  open?: (row: RowOf<E>) => string | undefined
  /**
   * The page that every row opens, to stand beside the list (分栏) where the window has room: a lazy part with the words
   * that it says beyond the list's.
   */
  beside?: ComponentType
  /** The part that opens over the list, by 更多 and by `o`: its name, and the parameters of the address that open it. */
  peek?: { label: MessageKey; query: (row: RowOf<E>) => Readonly<Record<string, string>> }
  /** Answers the sums over all rows that match, by the keys of their columns: the last row of the table. */
  totals?: Endpoint
  /**
   * The fields that the user may group the rows by, and the call that answers their heads: the endpoint takes each as
   * its `group`, and each is a field of its rows.
   */
  groups?: { endpoint: Endpoint; by: readonly ListGroupBy<E>[] }
  /** The call that writes the filtered list into a file, with the ids of the columns shown, in their order. */
  exportFile?: (filter: FilterInput<E>, columns: string[]) => FileCall
  /** The words that say what would be here, and the next step. */
  empty?: { title: MessageKey; hint?: MessageKey }
}
