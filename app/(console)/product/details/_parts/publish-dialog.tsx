'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import type { ProductRef } from '@/components/product/use-product-verbs'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { useServiceDay } from '@/lib/client/service-day'
import { products } from '@/lib/domains/products/contract'
import { useT } from '@/lib/i18n/use-t'

type Values = { effectiveFrom: string }
const F = fieldsFor<Values>()

/** 发布: from which day on new orders are entered with the version. */
export default function PublishDialog({
  product,
  onClose,
  onDone,
}: {
  product: ProductRef
  onClose: () => void
  onDone: () => void
}) {
  const t = useT()
  const today = useServiceDay()
  const form = useCheckedForm<Values>({ effectiveFrom: today }, ({ effectiveFrom }) => ({
    ...(effectiveFrom === '' && { effectiveFrom: 'rules.required' }),
    ...(effectiveFrom !== '' && effectiveFrom < today && { effectiveFrom: 'product.rule.dayOver' }),
  }))
  const words = { name: product.name, version: product.version }
  const save = async ({ effectiveFrom }: Values, rowVersion?: number) => {
    await call(products.publish, {
      id: product.id,
      effectiveFrom,
      rowVersion: rowVersion ?? product.rowVersion,
    })
    toast.success(t('product.publishDone', words))
    onDone()
    onClose()
  }
  return (
    <FormDialog
      title={t('product.publishTitle', words)}
      lead={t('product.publishNote')}
      form={form}
      row={product}
      ok={t('product.publish')}
      onSubmit={save}
      onClose={onClose}
    >
      <F.Date name="effectiveFrom" label={t('product.effectiveFrom')} required />
    </FormDialog>
  )
}
