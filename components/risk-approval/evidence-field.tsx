'use client'
import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { paperOutboxOf } from '@/components/materials/paper-outbox'
import { UploadField } from '@/components/materials/upload-field'
import { q } from '@/lib/client/query'
import { useSession } from '@/lib/client/session'
import { attachments, type MaterialItem } from '@/lib/domains/materials/contract/attachments'
import { noEvidence } from '@/lib/domains/orders/rules/reconsideration'
import { materialName } from '@/lib/i18n/code-words'
import { useT } from '@/lib/i18n/use-t'

const { materialType } = noEvidence

/** 复议材料 of an order, and how many files the service does not have yet: nothing before it is known what is there. */
export function useEvidence(orderId: number) {
  const { data } = useQuery(q(attachments.materials, { orderId }))
  const [changed, setChanged] = useState<MaterialItem>()
  const outbox = paperOutboxOf(useSession().user.id)
  const waiting = useSyncExternalStore(
    outbox.subscribe,
    () =>
      outbox
        .get()
        .items.filter(
          ({ place }) =>
            place.kind === 'base' && place.orderId === orderId && place.materialType === materialType,
        ).length,
    () => 0,
  )
  const stored = data && (data.items.find((item) => item.materialType === materialType) ?? noEvidence)
  return { item: changed ?? stored, change: setChanged, waiting }
}

/** The papers that are new, stored at once as all papers of an order. */
export function EvidenceField({
  orderId,
  item,
  error,
  onChange,
}: {
  orderId: number
  item: MaterialItem | undefined
  error?: string | undefined
  onChange: (item: MaterialItem) => void
}) {
  const t = useT()
  if (!item) return null
  return (
    <UploadField
      orderId={orderId}
      item={{ ...item, required: true }}
      label={materialName(t, materialType)}
      {...(error !== undefined && { error })}
      onChange={onChange}
    />
  )
}
