'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UploadField } from '@/components/form/upload-field'
import { q } from '@/lib/client/query'
import { attachments, type MaterialItem } from '@/lib/contracts/attachments'
import { useT } from '@/lib/i18n/use-t'
import { type FileCounts, materialLabel } from '@/lib/rules/order-entry/materials'
import styles from './order-entry.module.css'

/** The materials of an order as the service has them now. */
export function useMaterials(orderId: number) {
  const client = useQueryClient()
  const query = q(attachments.materials, { orderId })
  const { data } = useQuery(query)
  const items = data?.items ?? []
  return {
    items,
    files: Object.fromEntries(items.map((item) => [item.materialType, item.files.length])) as FileCounts,
    /** Puts what an upload or a removal answered in its place. */
    replace: (next: MaterialItem) =>
      client.setQueryData(query.queryKey, (old: typeof data) =>
        old ? { ...old, items: old.items.map((item) => (item.id === next.id ? next : item)) } : old,
      ),
    refresh: () => client.invalidateQueries({ queryKey: query.queryKey }),
  }
}

export type Materials = ReturnType<typeof useMaterials>

/** S18: one upload field for each material that the values ask for. Files are stored at once, not with the form. */
export function MaterialsSection({
  orderId,
  materials,
  asked,
}: {
  orderId: number
  materials: Materials
  /** Material types that the values of the form ask for, in order. */
  asked: readonly string[]
}) {
  const t = useT()
  const items = asked.flatMap((type) => materials.items.find((item) => item.materialType === type) ?? [])
  const later = asked.filter((type) => !materials.items.some((item) => item.materialType === type))
  return (
    <>
      <div className={styles.materials}>
        {items.map((item) => (
          <UploadField
            key={item.id}
            orderId={orderId}
            item={item}
            label={materialLabel(item.materialType)}
            onChange={materials.replace}
          />
        ))}
      </div>
      {later.length > 0 && materials.items.length > 0 && (
        <p className={styles.pending}>
          {t('record.uploadAfterSave', { list: later.map(materialLabel).join('、') })}
        </p>
      )}
    </>
  )
}
