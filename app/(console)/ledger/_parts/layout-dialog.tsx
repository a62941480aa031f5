'use client'
import { useQuery } from '@tanstack/react-query'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { ReadingDialog } from '@/components/form/reading-dialog'
import { type Findings, useCheckedForm } from '@/components/form/use-checked-form'
import { IconButton } from '@/components/ui/action-button'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { q } from '@/lib/client/query'
import { books } from '@/lib/domains/books/contract'
import { type FileColumn, fileFields } from '@/lib/domains/books/rules/voucher-file'
import { useT } from '@/lib/i18n/use-t'
import styles from './books.module.css'

type Values = { columns: FileColumn[] }
const F = fieldsFor<Values>()
const width = 560

/** 凭证文件: which columns it has, in which order, and what they are called there. */
export default function LayoutDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const { data, error, refetch } = useQuery({ ...q(books.voucherColumns, {}), staleTime: 0 })
  if (data) return <LayoutForm columns={data.columns} onClose={onClose} />
  return (
    <ReadingDialog title={t('books.layout')} error={error} onRetry={refetch} onClose={onClose} width={width}>
      {null}
    </ReadingDialog>
  )
}

/** Those that are left out stand behind the others, without a name. */
const withAll = (columns: readonly FileColumn[]): FileColumn[] => [
  ...columns,
  ...fileFields
    .filter((field) => !columns.some((column) => column.field === field))
    .map((field) => ({ field, title: '' })),
]

function LayoutForm({ columns, onClose }: { columns: FileColumn[]; onClose: () => void }) {
  const t = useT()
  const form = useCheckedForm<Values>(
    { columns: withAll(columns) },
    (values): Findings =>
      values.columns.some(({ title }) => title !== '') ? {} : { 'columns.0.title': t('books.wrongLayout') },
  )
  const shown = form.watch('columns')
  const move = (from: number, to: number) => {
    const next = [...shown]
    next.splice(to, 0, ...next.splice(from, 1))
    form.setValue('columns', next, { shouldDirty: true })
  }
  const save = async (values: Values) => {
    await call(books.saveVoucherColumns, { columns: values.columns.filter(({ title }) => title !== '') })
    toast.success(t('books.layoutSaved'))
    onClose()
  }
  return (
    <FormDialog
      title={t('books.layout')}
      form={form}
      onSubmit={save}
      onClose={onClose}
      ok={t('books.save')}
      width={width}
      lead={t('books.layoutLead')}
    >
      {shown.map(({ field }, at) => (
        <div key={field} className={styles.column}>
          <F.Text name={`columns.${at}.title`} label={t(`books.fields.${field}`)} maxLength={30} />
          <IconButton label={t('books.up')} icon="up" busy={at === 0} onClick={() => move(at, at - 1)} />
          <IconButton
            label={t('books.down')}
            icon="down"
            busy={at === shown.length - 1}
            onClick={() => move(at, at + 1)}
          />
        </div>
      ))}
    </FormDialog>
  )
}
