'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { UploadField } from '@/components/materials/upload-field'
import { q } from '@/lib/client/query'
import { attachments, type MaterialItem } from '@/lib/contracts/attachments'
import { materialName } from '@/lib/i18n/code-words'
import { useT } from '@/lib/i18n/use-t'
import { noEvidence } from '@/lib/rules/reconsideration'

const { materialType } = noEvidence

/** 复议材料 of an order: nothing of it before it is known what is there already. */
export function useEvidence(orderId: number) {
  const { data } = useQuery(q(attachments.materials, { orderId }))
  const [changed, setChanged] = useState<MaterialItem>()
  const stored = data && (data.items.find((item) => item.materialType === materialType) ?? noEvidence)
  return { item: changed ?? stored, change: setChanged }
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
