/** The state of a list as parameters of its tab's URL. Pure; the hook is use-list.ts. */

export const pageSizes = [10, 20, 50, 100] as const
export const defaultPageSize = 20
export type PageSize = (typeof pageSizes)[number]

/** The parts of a filter that its URL parameters and its input depend on. */
export type UrlFilter =
  | { kind: 'text' | 'date' | 'multi'; name: string }
  | { kind: 'select'; name: string; standard?: string }
  | { kind: 'choice'; name: string; standard: string }
  | { kind: 'dates' | 'amounts'; from: string; to: string }

export type ListState = {
  q: string
  /** Parameter to its text; a `multi` has its values joined by commas. Empty ones are absent. */
  filters: Readonly<Record<string, string>>
  /** From 1. */
  page: number
  size: number
  sort: string
  /** The field that the rows are grouped by. */
  group?: string
}

export type Changes = Record<string, string | null>

/** The parameters a filter uses. */
export function namesOf(filter: UrlFilter): string[] {
  return 'from' in filter ? [filter.from, filter.to] : [filter.name]
}

/** Reads the state from a query; whatever makes no sense is its default. */
export function readState(
  query: string,
  filters: readonly UrlFilter[],
  defaultSort = '',
  defaultSize: PageSize = defaultPageSize,
  groups: readonly string[] = [],
): ListState {
  const params = new URLSearchParams(query)
  const page = Number(params.get('page'))
  const size = Number(params.get('size'))
  const sort = params.get('sort') ?? ''
  const group = groups.find((name) => name === params.get('group'))
  const found = filters.flatMap(namesOf).flatMap((name): [string, string][] => {
    const value = params.get(name)
    return value ? [[name, value]] : []
  })
  return {
    q: params.get('q') ?? '',
    filters: Object.fromEntries(found),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    size: pageSizes.find((known) => known === size) ?? defaultSize,
    sort: /^[A-Za-z_]{1,40}:(asc|desc)$/.test(sort) ? sort : defaultSort,
    ...(group && { group }),
  }
}

/** The endpoint's input: paging, search, sort, and the filters with `multi` as an array. */
export function inputOf(state: ListState, filters: readonly UrlFilter[]): Record<string, unknown> {
  return {
    start: (state.page - 1) * state.size,
    length: state.size,
    ...filterInputOf(state, filters),
  }
}

/** As {@link inputOf} without the page: what an export takes. */
export function filterInputOf(state: ListState, filters: readonly UrlFilter[]): Record<string, unknown> {
  const lists = new Set(filters.flatMap((filter) => (filter.kind === 'multi' ? [filter.name] : [])))
  const choices = filters.flatMap((filter) => {
    const standard = standardOf(filter, state)
    return 'name' in filter && standard !== undefined ? [[filter.name, standard]] : []
  })
  const values = Object.entries(state.filters).map(([name, text]) => [
    name,
    lists.has(name) ? text.split(',') : text,
  ])
  return {
    ...Object.fromEntries([...choices, ...values]),
    ...(state.q && { q: state.q }),
    ...(state.sort && { sort: state.sort }),
    ...(state.group && { group: state.group }),
  }
}

/** The value where the address says nothing: the chosen list, or what a list leaves out unless one searches. */
export function standardOf(filter: UrlFilter, { q }: Pick<ListState, 'q'>): string | undefined {
  if (filter.kind === 'choice') return filter.standard
  return filter.kind === 'select' && q === '' ? filter.standard : undefined
}

/** Whatever changes the rows starts again at the first page. */
export const filterChange = (changes: Changes): Changes => ({ ...changes, page: null })

/** True where search or filters leave rows out; a choice only says which of several lists it is. */
export function isFiltered(state: ListState, filters: readonly UrlFilter[]): boolean {
  const names = filters.filter(({ kind }) => kind !== 'choice').flatMap(namesOf)
  return state.q !== '' || names.some((name) => state.filters[name])
}

/** No search and no filter. */
export function clearChange(filters: readonly UrlFilter[]): Changes {
  const names = filters.filter(({ kind }) => kind !== 'choice').flatMap(namesOf)
  return filterChange(Object.fromEntries(['q', ...names].map((name) => [name, null])))
}

/** As it opens without an address: what an old one says may be no filter any more. */
export function standardChange(filters: readonly UrlFilter[]): Changes {
  const names = ['q', 'sort', ...filters.flatMap(namesOf)]
  return filterChange(Object.fromEntries(names.map((name) => [name, null])))
}

/** A click on a column's head: descending, ascending, then the standard again; it never leaves the order as it was. */
export function sortChange(key: string, current: string, standard = ''): Changes {
  const [down, up] = [`${key}:desc`, `${key}:asc`]
  const back = standard === up ? down : standard
  const next = current === down ? up : current === up ? back : down
  return filterChange({ sort: next === standard ? null : next })
}

/** Numbers of a pager: first, last and those around the current one; null is a gap. */
export function pagerNumbers(page: number, pages: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, pages].filter((n) => n >= 1 && n <= pages)
  const shown = [...new Set(page <= 3 ? [...near, 2, 3].filter((n) => n <= pages) : near)].sort(
    (a, b) => a - b,
  )
  return shown.flatMap((n, i) => {
    const before = shown[i - 1]
    if (before === undefined || n - before === 1) return [n]
    return n - before === 2 ? [n - 1, n] : [null, n]
  })
}

/** In place of a view's id: the list as it is without one, where another one would open first. */
export const standardView = 'standard'

const keptOf = (filters: readonly UrlFilter[]) => [...filters.flatMap(namesOf), 'sort', 'size', 'group']

/** True where the address says anything about the list. */
export function hasListParameter(query: string, filters: readonly UrlFilter[]): boolean {
  const params = new URLSearchParams(query)
  return [...keptOf(filters), 'q', 'page'].some((name) => params.has(name))
}

/** The parameters that a saved view keeps: not the page, nor whom one searches for. */
export function viewQuery(query: string, filters: readonly UrlFilter[]): Record<string, string> {
  const params = new URLSearchParams(query)
  const kept = keptOf(filters).flatMap((name): [string, string][] => {
    const value = params.get(name)
    return value ? [[name, value]] : []
  })
  return Object.fromEntries(kept)
}

/** A saved view, or the standard one; parameters that are none of the list any more are left out. */
export function viewChange(
  filters: readonly UrlFilter[],
  view: { id: number; query: Readonly<Record<string, string>> } | undefined,
): Changes {
  const names = keptOf(filters)
  const values = names.map((name) => [name, view?.query[name] ?? null])
  return filterChange({
    q: null,
    ...Object.fromEntries(values),
    view: view ? String(view.id) : standardView,
  })
}

/** Two addresses show the same list, in whichever order they name their parameters. */
export function isSameQuery(
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}
