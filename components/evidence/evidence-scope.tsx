'use client'
import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import { toast } from '@/components/ui/toast'
import { q, useApiMutation } from '@/lib/client/query'
import { type EvidencePin, evidence } from '@/lib/domains/evidence/contract'
import type { MaterialItem } from '@/lib/domains/materials/contract/attachments'
import { labelKey } from '@/lib/domains/orders/rules/entry/entry-labels'
import { missingEvidence, type Region, type WantedEvidence } from '@/lib/domains/orders/rules/entry/evidence'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'

/** Everything that the parts of a case share about its evidence. */
export type Evidence = {
  orderId: number
  /** True where the viewer holds the order, and so may pin. */
  may: boolean
  pins: readonly EvidencePin[]
  /** Wanted fields without a pin that holds. */
  missing: readonly WantedEvidence[]
  wanted: readonly WantedEvidence[]
  newFiles: readonly number[]
  /** Fields that stand on the page, by path. */
  fields: ReadonlyMap<string, string>
  /** A field stands on the page, until the answer is called. */
  enter: (field: string, label: string) => () => void
  nameOf: (field: string) => string
  /** Regions are being drawn, of this field or of one that is chosen afterwards. */
  marking: { field?: string } | null
  mark: (marking: { field?: string } | null) => void
  /** The pin that is looked at, and the picture to turn to. */
  current: { pin?: number; fileId?: number }
  show: (pin: EvidencePin) => void
  /** Turns to the paper that can prove a wanted field, and draws its region. */
  prove: (wanted: WantedEvidence) => void
  pin: (field: string, fileId: number, region: Region) => void
  unpin: (pin: EvidencePin) => void
}

const EvidenceContext = createContext<Evidence | null>(null)

/** The evidence of the case around; null on pages that have none. */
export const useEvidence = () => use(EvidenceContext)

const none: readonly never[] = []

/**
 * Holds fields and pictures of one case together: whoever holds the order pins the one to the other.
 *
 * @param may whether the viewer may pin
 */
export function EvidenceScope({
  orderId,
  materials,
  may,
  children,
}: {
  orderId: number
  materials: readonly MaterialItem[]
  may: boolean
  children: ReactNode
}) {
  const t = useT()
  const { data } = useQuery(q(evidence.list, { orderId }))
  const [fields, setFields] = useState<ReadonlyMap<string, string>>(new Map())
  const [marking, mark] = useState<{ field?: string } | null>(null)
  const [current, setCurrent] = useState<Evidence['current']>({})
  const pinned = useApiMutation(evidence.pin)
  const unpinned = useApiMutation(evidence.unpin)
  const send = pinned.mutate
  const take = unpinned.mutate

  const enter = useCallback((field: string, label: string) => {
    setFields((before) => new Map(before).set(field, label))
    return () =>
      setFields((before) => {
        const left = new Map(before)
        left.delete(field)
        return left
      })
  }, [])
  const pins = data?.pins ?? none
  const wanted = data?.wanted ?? none
  const scope = useMemo<Evidence>(() => {
    const nameOf = (field: string) => fields.get(field) ?? t(labelKey(field) as MessageKey)
    return {
      orderId,
      may,
      pins,
      wanted,
      fields,
      enter,
      nameOf,
      mark,
      current,
      marking: may ? marking : null,
      missing: missingEvidence(wanted, pins),
      newFiles: data?.newFiles ?? none,
      show: ({ id, fileId }) => setCurrent({ pin: id, fileId }),
      prove: ({ field, materials: kinds }) => {
        const paper = materials.find(
          ({ materialType, files }) => kinds.includes(materialType) && files.length > 0,
        )
        const fileId = paper?.files[0]?.id
        if (fileId !== undefined) setCurrent({ fileId })
        if (may) mark({ field })
      },
      pin: (field, fileId, region) => {
        mark(null)
        send(
          { orderId, field, fileId, ...region },
          {
            onSuccess: ({ id }) => {
              setCurrent({ pin: id, fileId })
              toast.success(t('evidence.pinned', { field: nameOf(field) }))
            },
          },
        )
      },
      unpin: ({ id }) => take({ orderId, pinId: id }, { onSuccess: () => toast.info(t('evidence.removed')) }),
    }
  }, [orderId, materials, may, pins, wanted, data, fields, enter, marking, current, send, take, t])
  return <EvidenceContext value={scope}>{children}</EvidenceContext>
}

/** Says that a field stands on the page. */
export function useProvable(field: string, label: string, isThere: boolean): Evidence | null {
  const scope = useEvidence()
  const enter = scope?.enter
  useEffect(() => (isThere ? enter?.(field, label) : undefined), [enter, field, label, isThere])
  return scope
}
