'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { showPercent } from '@/components/ui/number-text'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { products, type ResidualRow } from '@/lib/domains/products/contract'
import { residualFindings } from '@/lib/domains/products/rules/product-tables'
import { useT } from '@/lib/i18n/use-t'

type Values = { brand: string; series: string; ageMonths: string; ratio: string }
const F = fieldsFor<Values>()

/** A row of the residual table; whether it fits the rows beside it is asked when it is saved. */
export default function ResidualDialog({
  row,
  onClose,
}: {
  row: ResidualRow | undefined
  onClose: () => void
}) {
  const t = useT()
  const form = useCheckedForm<Values>(
    {
      brand: row?.brand ?? '',
      series: row?.series ?? '',
      ratio: row?.ratio ?? '',
      ageMonths: String(row?.ageMonths ?? ''),
    },
    (values) => residualFindings(values, []),
  )
  const save = async ({ ageMonths, ...values }: Values, rowVersion?: number) => {
    await call(products.saveResidual, { ...values, ageMonths: Number(ageMonths), id: row?.id, rowVersion })
    toast.success(t('product.residual.saved'))
    onClose()
  }
  return (
    <FormDialog
      title={t(row ? 'product.residual.editTitle' : 'product.residual.add')}
      form={form}
      row={row}
      onSubmit={save}
      onClose={onClose}
      fieldLabel={(path) => t(`product.residual.${path as keyof Values}`)}
      comparedValue={(path, value) => (path === 'ratio' ? showPercent(String(value)) : String(value))}
    >
      <F.Text
        name="brand"
        label={t('product.residual.brand')}
        help={t('product.residual.brandHint')}
        maxLength={40}
      />
      <F.Text
        name="series"
        label={t('product.residual.series')}
        help={t('product.residual.seriesHint')}
        maxLength={60}
      />
      <F.Digits
        name="ageMonths"
        label={t('product.residual.ageMonths')}
        help={t('product.residual.ageHint')}
        maxLength={3}
        required
      />
      <F.Rate name="ratio" label={t('product.residual.ratio')} required />
    </FormDialog>
  )
}
