'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { ReadingDialog } from '@/components/form/reading-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import Link from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { EmptyState } from '@/components/ui/states'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { listOptions } from '@/lib/client/options'
import { q } from '@/lib/client/query'
import { paymentFiles } from '@/lib/domains/payment-files/contract'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { href } from '@/lib/routes'
import { formatMoney } from '@/lib/rules/money-text'
import styles from './release.module.css'

type Values = { payerAccount: string }
type Waiting = OutputOf<typeof paymentFiles.waiting>
const F = fieldsFor<Values>()
const width = 560

/** 生成付款文件: which account, with how many and how much. */
export default function MakeFileDialog({
  onClose,
  onMade,
}: {
  onClose: () => void
  onMade: (fileId: number) => void
}) {
  const t = useT()
  const { data, error, refetch } = useQuery({ ...q(paymentFiles.waiting, {}), staleTime: 0 })
  if (data && data.groups.length > 0) return <MakeForm waiting={data} onClose={onClose} onMade={onMade} />
  return (
    <ReadingDialog
      title={t('paymentFiles.make')}
      error={error}
      onRetry={refetch}
      onClose={onClose}
      width={width}
    >
      {data && (
        <EmptyState
          title={t('paymentFiles.nothing')}
          hint={data.payBy === 'port' ? t('paymentFiles.byPort') : t('paymentFiles.nothingHint')}
        >
          <Later waiting={data} />
          <LeftOut waiting={data} />
        </EmptyState>
      )}
    </ReadingDialog>
  )
}

function Later({ waiting: { later, cutoff } }: { waiting: Waiting }) {
  const t = useT()
  return later > 0 ? (
    <Notice tone="waiting">{t('paymentFiles.later', { count: later, cutoff: cutoff ?? '' })}</Notice>
  ) : null
}

const leftOut = ['contradicted', 'unpayable'] as const

/** Everything that is left out, and where it is mended. */
function LeftOut({ waiting }: { waiting: Waiting }) {
  const t = useT()
  return leftOut.map((why) =>
    waiting[why].length > 0 ? (
      <Notice key={why} tone="returned">
        {t(`paymentFiles.${why}`, { count: waiting[why].length })}{' '}
        {waiting[why].map(({ orderId, orderNo }) => (
          <span key={orderId}>
            <Link href={href('releaseCase', { orderId })}>{orderNo}</Link>{' '}
          </span>
        ))}
      </Notice>
    ) : null,
  )
}

function MakeForm({
  waiting,
  onClose,
  onMade,
}: {
  waiting: Waiting
  onClose: () => void
  onMade: (fileId: number) => void
}) {
  const t = useT()
  const { groups } = waiting
  const groupOf = ({ payerAccount }: Values) => groups.find((one) => one.payerAccount === payerAccount)
  const form = useCheckedForm<Values>(
    { payerAccount: groups[0]?.payerAccount ?? '' },
    (values): Partial<Record<keyof Values, MessageKey>> =>
      groupOf(values) ? {} : { payerAccount: 'rules.required' },
  )
  // Everything that was chosen may be in another file by now: the account that is left is the one to choose, of several
  // none is.
  const [only, ...others] = groups
  const left = only && others.length === 0 ? only.payerAccount : undefined
  const { getValues, setValue } = form
  useEffect(() => {
    if (left !== undefined && getValues('payerAccount') !== left)
      setValue('payerAccount', left, { shouldValidate: true })
  }, [left, getValues, setValue])
  const save = async (values: Values) => {
    const group = groupOf(values)
    if (!group) return form.setError('payerAccount', { message: 'rules.required' })
    const { payerAccount, count, amount } = group
    const { id } = await call(paymentFiles.make, { payerAccount, count, amount })
    toast.success(t('paymentFiles.made'))
    onMade(id)
  }
  return (
    <FormDialog
      title={t('paymentFiles.make')}
      form={form}
      onSubmit={save}
      onClose={onClose}
      width={width}
      lead={
        <>
          <p className={styles.lead}>{t('paymentFiles.makeLead')}</p>
          <Later waiting={waiting} />
          <LeftOut waiting={waiting} />
        </>
      }
    >
      <F.Radio
        name="payerAccount"
        label={t('paymentFiles.payerAccount')}
        options={listOptions(
          groups.map(({ payerAccount, payerLabel, count, amount }) => ({
            value: payerAccount,
            label: t('paymentFiles.makeOf', {
              label: payerLabel,
              account: payerAccount,
              count,
              amount: formatMoney(amount),
            }),
          })),
        )}
        required
      />
    </FormDialog>
  )
}
