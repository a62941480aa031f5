'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { memo, useMemo, useState, useSyncExternalStore } from 'react'
import { useFormContext } from 'react-hook-form'
import { errorList } from '@/components/form/error-paths'
import { paperOutboxOf } from '@/components/materials/paper-outbox'
import { picturesOf } from '@/components/materials/pictures'
import { UploadField } from '@/components/materials/upload-field'
import { usePictureDialog } from '@/components/materials/use-picture-dialog'
import { ActionButton } from '@/components/ui/action-button'
import { Icon } from '@/components/ui/icon'
import { keyOf, q } from '@/lib/client/query'
import { useSession } from '@/lib/client/session'
import { attachments, type MaterialItem } from '@/lib/domains/materials/contract/attachments'
import type { FileCounts } from '@/lib/domains/orders/rules/entry/materials'
import type { TemplateMaterial } from '@/lib/domains/orders/rules/entry/template'
import type { DraftFile } from '@/lib/domains/system/contract'
import { materialName } from '@/lib/i18n/code-words'
import { useT } from '@/lib/i18n/use-t'
import styles from './order-entry.module.css'

/** The materials of an order as the service has them now; none while there is no order. */
export function useMaterials(orderId: number | null) {
  const client = useQueryClient()
  const { data } = useQuery({
    ...q(attachments.materials, { orderId: orderId ?? 0 }),
    enabled: orderId !== null,
  })
  const outbox = paperOutboxOf(useSession().user.id)
  const uploading = useSyncExternalStore(
    outbox.subscribe,
    () => outbox.get().items.filter(({ place }) => place.kind === 'base' && place.orderId === orderId).length,
    () => 0,
  )
  const [waiting, setWaiting] = useState<readonly DraftFile[]>([])
  // The same until something of it changes: a key elsewhere in the form draws none of its fields again.
  return useMemo(() => {
    const items = data?.items ?? []
    return {
      items,
      files: Object.fromEntries(items.map((item) => [item.materialType, item.files.length])) as FileCounts,
      /** They are not there yet. */
      pending: data === undefined,
      /** Puts what an upload or a removal answered in its place. */
      replace: (next: MaterialItem) => {
        client.setQueryData(keyOf(attachments.materials, { orderId: orderId ?? 0 }), (old: typeof data) =>
          old ? { ...old, items: old.items.map((item) => (item.id === next.id ? next : item)) } : old,
        )
      },
      /** The number of files that the service does not have yet: those on their way, held or refused. */
      uploading: uploading + waiting.length,
      /** Files that are in the page alone, until there is an order. */
      waiting,
      wait: (place: string, names: readonly string[]) =>
        setWaiting((files) => {
          const others = files.filter((file) => file.place !== place)
          // Nothing changes for the page when nothing waits, as at first.
          if (names.length === 0 && others.length === files.length) return files
          return [...others, ...names.map((name) => ({ place, name }))]
        }),
    }
  }, [data, uploading, waiting, client, orderId])
}

export type Materials = ReturnType<typeof useMaterials>

/**
 * Everything that stands for a material of an order that is still to be made or read: its field holds files already.
 */
const toCome = (materialType: string): MaterialItem => ({
  id: 0,
  materialType,
  required: true,
  minFiles: 1,
  maxFiles: 20,
  itemStatus: '',
  rejectNote: null,
  version: 1,
  files: [],
})

/** S18: one upload field for each material that the values ask for. Files are stored at once, not with the form. */
export const MaterialsSection = memo(function MaterialsSection({
  orderId,
  onNeedOrder,
  materials,
  asked,
}: {
  orderId: number | null
  /** As in {@link UploadField}. */
  onNeedOrder?: () => Promise<number | null>
  materials: Materials
  /** Materials that the values of the form ask for, in order. */
  asked: readonly TemplateMaterial[]
}) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const { formState, clearErrors } = useFormContext()
  const errors = errorList(formState.errors)
  const viewer = usePictureDialog(orderId ?? 0, picturesOf(materials.items, t))
  const itemOf = (type: string) => materials.items.find((item) => item.materialType === type)
  const errorAt = (type: string) => errors.find(({ path }) => path === `materials.${type}`)?.message
  const all = asked.flatMap(({ materialType, required }) => {
    const item = itemOf(materialType) ?? (materials.pending || onNeedOrder ? toCome(materialType) : [])
    return [item].flat().map((one) => ({ ...one, required }))
  })
  const mayFold = ({ required, files, materialType, rejectNote }: MaterialItem) =>
    !required && files.length === 0 && !rejectNote && errorAt(materialType) === undefined
  const items = isOpen ? all : all.filter((item) => !mayFold(item))
  const folded = all.filter(mayFold).length
  const later = asked.filter(
    ({ materialType }) => !materials.pending && !onNeedOrder && itemOf(materialType) === undefined,
  )
  return (
    <>
      <div className={styles.tools} data-tools>
        {folded > 0 && (
          <ActionButton
            variant="text"
            size="small"
            tabIndex={-1}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? t('form.foldOptional') : t('form.unfoldOptional', { count: folded })}
          </ActionButton>
        )}
      </div>
      <div className={styles.materials}>
        {items.map((item) => (
          <div key={item.materialType} data-missing={(item.required && item.files.length === 0) || undefined}>
            <UploadField
              // The same field before and after its order is made: a file may be on its way.
              orderId={orderId}
              isToCome={!materials.pending && itemOf(item.materialType) === undefined}
              onNeedOrder={onNeedOrder}
              item={item}
              label={materialName(t, item.materialType)}
              error={errorAt(item.materialType)}
              onChange={(next) => {
                materials.replace(next)
                if (next.files.length > 0) clearErrors(`materials.${item.materialType}`)
              }}
              onWaiting={(names) => materials.wait(item.materialType, names)}
              onOpen={viewer.open}
            />
          </div>
        ))}
      </div>
      {later.map(({ materialType }) => {
        const error = errorAt(materialType)
        return (
          error !== undefined && (
            <p
              key={materialType}
              className={styles.bad}
              data-field={`materials.${materialType}`}
              tabIndex={-1}
            >
              <Icon name="warning" size={14} />
              <span role="alert">{error}</span>
            </p>
          )
        )
      })}
      {later.length > 0 && (
        <p className={styles.pending}>
          {t('form.uploadAfterSave', {
            list: later.map(({ materialType }) => materialName(t, materialType)).join(t('ui.separator')),
          })}
        </p>
      )}
      {viewer.dialog}
    </>
  )
})
