'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { ReadingDialog } from '@/components/form/reading-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { dictionaryOptions, listOptions, useOptions } from '@/lib/client/options'
import { q } from '@/lib/client/query'
import { bankCards } from '@/lib/domains/cards/contract'
import { cardLimits, isBound } from '@/lib/domains/cards/rules/card-binding'
import { cardNoNote, issuerOf } from '@/lib/domains/configuration/rules/bank-bins'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { InputOf, OutputOf } from '@/lib/platform/contract/endpoint'
import { cleanMobile } from '@/lib/rules/clean-value'
import { bankCard, mobile } from '@/lib/rules/fields'
import styles from './card-case.module.css'
import type { CardOrder } from './use-card-verbs'

type Values = Required<Omit<InputOf<typeof bankCards.change>, 'eventId' | 'orderId' | 'rowVersion'>>
const F = fieldsFor<Values>()
const banks = dictionaryOptions('bank')

function findings(values: Values): Partial<Record<keyof Values, MessageKey>> {
  const wrongCard = bankCard(values.cardNo)
  const wrongMobile = mobile(values.reservedMobile)
  return {
    ...(wrongCard && { cardNo: wrongCard }),
    ...(values.bankCode === '' && { bankCode: 'rules.required' as const }),
    ...(wrongMobile && { reservedMobile: wrongMobile }),
    ...(values.reason.trim() === '' && { reason: 'rules.required' as const }),
  }
}

/** 改卡: the four elements of another card. Its bank follows from its number, where the number is known. */
export default function ChangeDialog({ order, onClose }: { order: CardOrder; onClose: () => void }) {
  const t = useT()
  const { data, error, refetch } = useQuery(q(bankCards.get, { orderId: order.id }))
  if (data) return <ChangeForm order={order} holders={data.holders} onClose={onClose} />
  return (
    <ReadingDialog title={t('bankCards.changeTitle')} error={error} onRetry={refetch} onClose={onClose} />
  )
}

function ChangeForm({
  order,
  holders,
  onClose,
}: {
  order: CardOrder
  holders: OutputOf<typeof bankCards.get>['holders']
  onClose: () => void
}) {
  const t = useT()
  const bankOptions = useOptions(banks)
  const [typing, setTyping] = useState(false)
  const form = useCheckedForm<Values>(
    { holder: 'customer', cardNo: '', bankCode: '', bankBranch: '', reservedMobile: '', reason: '' },
    findings,
  )
  const [cardNo, bankCode] = form.watch(['cardNo', 'bankCode'])
  const issuer = issuerOf(cardNo)
  const nameOf = (code: string) => bankOptions.find(({ value }) => value === code)?.label ?? code
  const noteOf = () => {
    const note = cardNoNote(cardNo, typing)
    if (!note) return {}
    const text = t(`bankCards.${note.key}`, { ...note, ...('bank' in note && { bank: nameOf(note.bank) }) })
    return note.key === 'wrongLength' || note.key === 'wrongDigit' ? { warning: text } : { help: text }
  }
  const follow = (digits: string) => {
    const bank = issuerOf(digits)?.bank
    if (bank) form.setValue('bankCode', bank, { shouldValidate: form.formState.isSubmitted })
  }
  const save = async (values: Values, rowVersion: number | undefined) => {
    await call(bankCards.change, { ...values, orderId: order.id, rowVersion: rowVersion ?? order.rowVersion })
    toast.success(t('bankCards.bindDone'))
    onClose()
  }
  const lead = !isBound(order.current) ? 'free' : order.signed ? 'signed' : 'bound'
  return (
    <FormDialog
      title={t('bankCards.changeTitle')}
      form={form}
      row={order}
      onSubmit={save}
      onClose={onClose}
      ok={t('bankCards.submit')}
      lead={<p className={styles.lead}>{t(`bankCards.changeLead.${lead}`)}</p>}
    >
      <F.Radio
        name="holder"
        label={t('bankCards.whose')}
        options={listOptions(
          holders.map(({ holder, name }) => ({
            value: holder,
            label: t(`bankCards.holders.${holder}`, { name }),
          })),
        )}
        required
      />
      <F.Card
        name="cardNo"
        label={t('bankCards.cardNo')}
        {...noteOf()}
        onTyped={follow}
        onTyping={setTyping}
        span={3}
        required
      />
      <F.Select
        name="bankCode"
        label={t('bankCards.bank')}
        options={banks}
        warning={
          issuer && bankCode !== '' && bankCode !== issuer.bank
            ? t('bankCards.otherBank', { bank: nameOf(issuer.bank) })
            : undefined
        }
        required
      />
      <F.Text name="bankBranch" label={t('bankCards.branch')} maxLength={cardLimits.branch} />
      <F.Text
        name="reservedMobile"
        label={t('bankCards.mobile')}
        clean={cleanMobile}
        inputMode="tel"
        required
      />
      <F.TextArea
        name="reason"
        label={t('bankCards.reason')}
        rows={2}
        maxLength={cardLimits.reason}
        required
      />
    </FormDialog>
  )
}
