'use client'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import { call } from '@/lib/client/call'
import { useHasPermission } from '@/lib/client/permission'
import { identity } from '@/lib/domains/identity/contract'
import type { RevealPurpose } from '@/lib/domains/identity/rules/reveal'

/** The personal data of one order's page: what stands there masked, and what is shown in clear by now. */
export type Reveal = {
  orderId: number
  /** True where the user may see anything in clear. */
  may: boolean
  /** Fields that stand masked on the page. */
  masked: readonly string[]
  /** The value of a field in clear, once it was asked for. */
  clear: (field: string) => string | undefined
  /** Asks for fields in clear with one call, which leaves one audit row. @throws {ApiError} */
  show: (fields: readonly string[], purpose: RevealPurpose) => Promise<void>
  /** Masks everything again. */
  hide: () => void
  /** A field stands on the page, until the answer is called. */
  enter: (field: string) => () => void
}

const RevealContext = createContext<Reveal | null>(null)

type Clear = { of: string; values: Readonly<Record<string, string>> }

/**
 * Holds the personal data of one order's page together, so that all of it can be shown at once.
 *
 * @param version of the order: what was shown of an older one is masked again
 */
export function RevealScope({
  orderId,
  version,
  children,
}: {
  orderId: number
  version: number
  children: ReactNode
}) {
  const may = useHasPermission('sensitive:view')
  const of = `${orderId}/${version}`
  const [shown, setShown] = useState<Clear>({ of, values: {} })
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({})
  const values = shown.of === of ? shown.values : undefined

  const enter = useCallback((field: string) => {
    const add = (by: number) => setCounts((before) => ({ ...before, [field]: (before[field] ?? 0) + by }))
    add(1)
    return () => add(-1)
  }, [])
  const show = useCallback(
    async (fields: readonly string[], purpose: RevealPurpose) => {
      const answer = await call(identity.reveal, { orderId, fields: [...fields], purpose })
      setShown((before) => ({ of, values: { ...(before.of === of && before.values), ...answer.values } }))
    },
    [orderId, of],
  )
  const reveal = useMemo<Reveal>(
    () => ({
      orderId,
      may,
      masked: Object.keys(counts).filter((field) => counts[field]),
      clear: (field) => (values && Object.hasOwn(values, field) ? values[field] : undefined),
      show,
      hide: () => setShown({ of, values: {} }),
      enter,
    }),
    [orderId, may, counts, values, show, of, enter],
  )
  return <RevealContext value={reveal}>{children}</RevealContext>
}

export function useReveal(): Reveal {
  const reveal = use(RevealContext)
  if (reveal === null) throw new Error('useReveal needs a RevealScope around it')
  return reveal
}

/** Says that a field stands masked on the page. */
export function useMasked(field: string, { enter }: Reveal, masked: boolean): void {
  useEffect(() => (masked ? enter(field) : undefined), [field, enter, masked])
}
