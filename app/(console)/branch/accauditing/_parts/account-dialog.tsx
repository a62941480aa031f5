'use client'
import { useWatch } from 'react-hook-form'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { shopOptions } from '@/components/order/order-options'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { callOptions, codeOptions } from '@/lib/client/options'
import { openings } from '@/lib/domains/openings/contract'
import { type AccountRow, settleAccounts } from '@/lib/domains/settle-accounts/contract'
import {
  type AccountKind,
  type AccountOwner,
  accountKinds,
  accountLimits,
  accountOwners,
  cleanAccountNo,
  isAccountNo,
} from '@/lib/domains/settle-accounts/rules/settle-account'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'

type Values = {
  ownerKind: AccountOwner
  shopId: string
  channelId: string
  branchId: string
  accountKind: AccountKind
  holderName: string
  accountNo: string
  bankName: string
  isCorporate: boolean
  reason: string
}
const F = fieldsFor<Values>()
const kindOptions = codeOptions('accounts.kinds', accountKinds)

const ownerOptions = codeOptions('accounts.owners', accountOwners)
const named = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name })
const channelChoices = callOptions(openings.places, {}, ({ channels }) => channels.map(named))
const branchChoices = callOptions(openings.places, {}, ({ branches }) => branches.map(named))

const findings = (values: Values): Partial<Record<keyof Values, MessageKey>> => {
  const owner = `${values.ownerKind}Id` as const
  const { holderName, accountNo, bankName } = values
  return {
    ...(values[owner] === '' && { [owner]: 'rules.required' as const }),
    ...(holderName.trim() === '' && { holderName: 'rules.required' as const }),
    ...(!isAccountNo(accountNo) && { accountNo: 'accounts.wrongNumber' as const }),
    ...(bankName.trim() === '' && { bankName: 'rules.required' as const }),
  }
}

/** A new account of a shop, a channel or a branch, or other values of one. Its number is masked, so it is typed again. */
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
      ownerKind: account?.ownerKind ?? 'shop',
      shopId: String(account?.shopId ?? ''),
      channelId: String(account?.channelId ?? ''),
      branchId: String(account?.branchId ?? ''),
      accountKind: account?.accountKind ?? 'payee',
      holderName: account?.holderName ?? '',
      accountNo: '',
      bankName: account?.bankName ?? '',
      isCorporate: account?.isCorporate ?? true,
      reason: '',
    },
    findings,
  )
  const ownerKind = useWatch({ control: form.control, name: 'ownerKind' })
  const save = async (
    { ownerKind: kind, shopId, channelId, branchId, ...values }: Values,
    rowVersion: number | undefined,
  ) => {
    await call(settleAccounts.save, {
      ...values,
      shopId: kind === 'shop' ? Number(shopId) : undefined,
      channelId: kind === 'channel' ? Number(channelId) : undefined,
      branchId: kind === 'branch' ? Number(branchId) : undefined,
      ...(account && { id: account.id, rowVersion: rowVersion ?? account.rowVersion }),
    })
    toast.success(t('accounts.submitted'))
    onClose()
  }
  return (
    <FormDialog
      title={account ? t('accounts.changeTitle', { name: account.ownerName }) : t('accounts.addTitle')}
      form={form}
      row={account}
      onSubmit={save}
      onClose={onClose}
      ok={t('accounts.submit')}
      lead={<p>{t('accounts.lead')}</p>}
    >
      {!account && (
        <F.Radio name="ownerKind" label={t('accounts.ownerKind')} options={ownerOptions} required />
      )}
      {!account && ownerKind === 'shop' && (
        <F.Select name="shopId" label={t('accounts.shopId')} options={shopOptions} required />
      )}
      {!account && ownerKind === 'channel' && (
        <F.Select name="channelId" label={t('accounts.channelId')} options={channelChoices} required />
      )}
      {!account && ownerKind === 'branch' && (
        <F.Select name="branchId" label={t('accounts.branchId')} options={branchChoices} required />
      )}
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
