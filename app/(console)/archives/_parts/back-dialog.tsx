'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { archives, type OutRow } from '@/lib/domains/archives/contract'
import { archiveLimits, itemTakes } from '@/lib/domains/archives/rules/archive'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { PapersField } from './papers-field'
import { Scanner } from './scanner'

type Values = { items: number[]; broughtBy: string }
const F = fieldsFor<Values>()

/** 归还: the papers that came back, ticked by hand or by a scanner, and who brought them. */
export default function BackDialog({ row, onClose }: { row: OutRow; onClose: () => void }) {
  const t = useT()
  const papers = row.items.filter(({ itemStatus }) => itemTakes('returned', itemStatus))
  const form = useCheckedForm<Values>(
    { items: [], broughtBy: row.applicantName },
    ({ items, broughtBy }): Partial<Record<keyof Values, MessageKey>> => ({
      ...(items.length === 0 && { items: 'archives.refusals.noItem' as const }),
      ...(broughtBy.trim() === '' && { broughtBy: 'rules.required' as const }),
    }),
  )
  const scan = (code: string): string => {
    const paper = papers.find((one) => one.code === code.toUpperCase())
    if (!paper) return t('archives.refusals.notListed', { code })
    const docType = t(`archives.docTypes.${paper.docType}`)
    const { items } = form.getValues()
    if (items.includes(paper.itemNo)) return t('archives.refusals.ticked', { code, docType })
    form.setValue('items', [...items, paper.itemNo], { shouldDirty: true, shouldValidate: true })
    return t('archives.scanned', { customerName: row.customerName, docType })
  }
  const save = async (values: Values, rowVersion: number | undefined) => {
    await call(archives.giveBack, { ...values, id: row.id, rowVersion: rowVersion ?? row.rowVersion })
    toast.success(t('archives.givenBack', { outNo: row.outNo }))
    onClose()
  }
  return (
    <FormDialog
      title={t('archives.giveBackTitle', { outNo: row.outNo })}
      form={form}
      row={row}
      onSubmit={save}
      onClose={onClose}
      lead={<Scanner label={t('archives.scan')} take={async (code) => scan(code)} />}
    >
      <PapersField name="items" label={t('archives.papers')} papers={papers} required />
      <F.Text name="broughtBy" label={t('archives.broughtBy')} maxLength={archiveLimits.line} required />
    </FormDialog>
  )
}
