import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { request } from '@/lib/client/call'
import { keyOf, q } from '@/lib/client/query'
import { system } from '@/lib/contracts/system'

const preferenceSchema = z.object({
  visibility: z.record(z.string(), z.boolean()).default({}),
  order: z.array(z.string()).default([]),
  /** The first column when the user has not chosen. */
  pinned: z.array(z.string()).optional(),
  /** Pixels. */
  widths: z.record(z.string(), z.number().min(40).max(800)).default({}),
  dense: z.boolean().default(false),
})
export type ListPreference = z.infer<typeof preferenceSchema>

const untouched = preferenceSchema.parse({})
const saveAfterMs = 600

/** The user's own columns and density of a list, kept on the server. `ready` once they are known, or not to be had. */
export function useListPreference(name: string) {
  const input = { key: `list:${name}` }
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const read = useQuery({
    ...q(system.getPreference, input),
    staleTime: Number.POSITIVE_INFINITY,
    select: parsePreference,
  })
  // Not worth a word when it fails: the table is as the user wants it, and the next change saves it again.
  const { mutate: save } = useMutation({
    mutationFn: (value: ListPreference) => request(system.savePreference, { ...input, value }),
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  const current = read.data ?? untouched
  const change = (part: Partial<ListPreference>) => {
    const next = { ...current, ...part }
    client.setQueryData(keyOf(system.getPreference, input), { value: next })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => save(next), saveAfterMs)
  }
  return { preference: current, ready: !read.isPending, change, reset: () => change(untouched) }
}

/** Settings of an older shape of the list are dropped, not shown as an error. */
function parsePreference({ value }: { value?: unknown }): ListPreference {
  const parsed = preferenceSchema.safeParse(value)
  return parsed.success ? parsed.data : untouched
}
