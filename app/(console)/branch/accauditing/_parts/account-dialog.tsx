'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { shopOptions } from '@/components/order/order-options'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { codeOptions } from '@/lib/client/options'
import { type AccountRow, settleAccounts } from '@/lib/domains/settle-accounts/contract'
import {
  type AccountKind,
  accountKinds,
  accountLimits,
  cleanAccountNo,
  isAccountNo,
} from '@/lib/domains/settle-accounts/rules/settle-account'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'

type Values = {
  shopId: string
  accountKind: AccountKind
  holderName: string
  accountNo: string
  bankName: string
  isCorporate: boolean
  reason: string
}
const F = fieldsFor<Values>()
const kindOptions = codeOptions('accounts.kinds', accountKinds)

const findings = ({
  shopId,
  holderName,
  accountNo,
  bankName,
}: Values): Partial<Record<keyof Values, MessageKey>> => ({
  ...(shopId === '' && { shopId: 'rules.required' as const }),
  ...(holderName.trim() === '' && { holderName: 'rules.required' as const }),
  ...(!isAccountNo(accountNo) && { accountNo: 'accounts.wrongNumber' as const }),
  ...(bankName.trim() === '' && { bankName: 'rules.required' as const }),
})

/** A new account of a shop, or other values of one. Its number is masked, so it is typed again. */
export default function AccountDialog({
  account,
  onClose,
}: {
  account: AccountRow | null
  onClose: () => void
}) {
  const t = useT()
  const form = useCheckedForm<Values>(
    {
      shopId: account ? String(account.shopId) : '',
      accountKind: account?.accountKind ?? 'payee',
      holderName: account?.holderName ?? '',
      accountNo: '',
      bankName: account?.bankName ?? '',
      isCorporate: account?.isCorporate ?? true,
      reason: '',
    },
    findings,
  )
  const save = async ({ shopId, ...values }: Values, rowVersion: number | undefined) => {
    await call(settleAccounts.save, {
      ...values,
      shopId: Number(shopId),
      ...(account && { id: account.id, rowVersion: rowVersion ?? account.rowVersion }),
    })
    toast.success(t('accounts.submitted'))
    onClose()
  }
  return (
    <FormDialog
      title={account ? t('accounts.changeTitle', { shop: account.shopName }) : t('accounts.addTitle')}
      form={form}
      row={account}
      onSubmit={save}
      onClose={onClose}
      ok={t('accounts.submit')}
      lead={<p>{t('accounts.lead')}</p>}
    >
      {!account && <F.Select name="shopId" label={t('accounts.shopId')} options={shopOptions} required />}
      <F.Radio name="accountKind" label={t('accounts.accountKind')} options={kindOptions} required />
      <F.Text name="holderName" label={t('accounts.holderName')} maxLength={accountLimits.holder} required />
      <F.Text
        name="accountNo"
        label={t('accounts.accountNo')}
        help={account ? t('accounts.retype') : undefined}
        clean={cleanAccountNo}
        inputMode="numeric"
        required
      />
      <F.Text name="bankName" label={t('accounts.bankName')} maxLength={accountLimits.bank} required />
      <F.Checkbox name="isCorporate" label={t('accounts.isCorporate')} text={t('accounts.isCorporateText')} />
      <F.TextArea name="reason" label={t('accounts.reason')} rows={2} maxLength={accountLimits.reason} />
    </FormDialog>
  )
}
