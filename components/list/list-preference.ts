import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { ApiError } from '@/lib/client/api-error'
import { request } from '@/lib/client/call'
import { report } from '@/lib/client/funnel'
import { keyOf, q } from '@/lib/client/query'
import { system } from '@/lib/domains/system/contract'
import type { ListArrangement, SavedView } from '@/lib/domains/views/contract'

/** The arrangement of a list's columns, which view of it opens first, and whether a record stands beside it. */
export type ListPreference = ListArrangement & { view?: number; split?: boolean }

const untouched: ListPreference = { visibility: {}, order: [], widths: {}, dense: false }
const saveAfterMs = 600

/**
 * The user's own columns and density of a list, kept on the server. `ready` once they are known, or not to be had.
 *
 * @param view whose columns count until the user has moved them
 */
export function useListPreference(name: string, view?: Pick<SavedView, 'id' | 'columns'>) {
  const input = { key: view ? `list:${name}:${view.id}` : `list:${name}` }
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const read = useQuery({
    ...q(system.getPreference, input),
    staleTime: Number.POSITIVE_INFINITY,
  })
  // Not worth a word when it fails: the table is as the user wants it, and the next change saves it again. Refused for
  // good it says so. Untouched columns are no setting.
  const { mutate: save } = useMutation({
    mutationFn: (value: ListPreference) =>
      request(system.savePreference, { ...input, value: value === untouched ? null : value }),
    onError: (error) => {
      if (error instanceof ApiError && error.status === 422) report(error)
    },
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  const saved = read.data?.value ?? view?.columns
  const current = useMemo(() => (saved ? parsePreference({ value: saved }) : untouched), [saved])
  const put = (next: ListPreference) => {
    client.setQueryData(keyOf(system.getPreference, input), { value: next })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => save(next), saveAfterMs)
  }
  const change = (part: Partial<ListPreference>) => put({ ...current, ...part })
  return {
    preference: current,
    ready: !read.isPending,
    change,
    reset: () => {
      const { view: first, split } = current
      const kept = { ...(first !== undefined && { view: first }), ...(split && { split }) }
      put(Object.keys(kept).length === 0 ? untouched : { ...untouched, ...kept })
    },
  }
}

/** The saved preference, as far as it still makes sense: settings of an older shape of the list are dropped. */
export function parsePreference({ value }: { value?: unknown }): ListPreference {
  const saved = recordOf(value)
  const pinned = saved.pinned === undefined ? undefined : textsOf(saved.pinned)
  return {
    visibility: entriesOf(saved.visibility, (one): one is boolean => typeof one === 'boolean'),
    order: textsOf(saved.order),
    ...(pinned && { pinned }),
    widths: entriesOf(
      saved.widths,
      (one): one is number => typeof one === 'number' && one >= 40 && one <= 800,
    ),
    dense: saved.dense === true,
    ...(typeof saved.view === 'number' && { view: saved.view }),
    ...(saved.split === true && { split: true }),
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

function entriesOf<V>(value: unknown, fits: (one: unknown) => one is V): Record<string, V> {
  const kept = Object.entries(recordOf(value)).flatMap(([key, one]): [string, V][] =>
    fits(one) ? [[key, one]] : [],
  )
  return Object.fromEntries(kept)
}
