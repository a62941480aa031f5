'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { type SeatRow, voice } from '@/lib/domains/voice/contract'
import { seatPattern } from '@/lib/domains/voice/rules/call-bar'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'

type Values = {
  seats_number: string
  agentAccount: string
  secret: string
  clearSecret: boolean
  enabled: boolean
}
const F = fieldsFor<Values>()

const findings = ({ seats_number, agentAccount }: Values): Partial<Record<keyof Values, MessageKey>> => ({
  ...(!seatPattern.test(seats_number.trim()) && { seats_number: 'phone.seatNumberWrong' }),
  ...(agentAccount.trim() === '' && { agentAccount: 'rules.required' }),
})

/** A seat: its number once, its account and secret at any time. The secret never comes back from the server. */
export default function SeatDialog({ seat, onClose }: { seat: SeatRow | undefined; onClose: () => void }) {
  const t = useT()
  const form = useCheckedForm<Values>(
    {
      seats_number: seat?.seats_number ?? '',
      agentAccount: seat?.agentAccount ?? '',
      secret: '',
      clearSecret: false,
      enabled: seat?.status !== '0',
    },
    findings,
  )
  const save = async (values: Values, rowVersion?: number) => {
    await call(voice.saveSeat, { ...values, id: seat?.id, rowVersion })
    toast.success(t('seats.saved', { number: values.seats_number }))
    onClose()
  }
  const labels: Record<string, string> = { agentAccount: t('seats.account'), enabled: t('seats.status') }
  return (
    <FormDialog
      title={t(seat ? 'seats.edit' : 'seats.add')}
      form={form}
      row={seat}
      onSubmit={save}
      onClose={onClose}
      fieldLabel={(path) => labels[path] ?? path}
      comparedValue={(path, value) =>
        path === 'enabled' ? t(value ? 'seats.enabled' : 'seats.off') : String(value)
      }
    >
      <F.Digits
        name="seats_number"
        label={t('seats.number')}
        required
        readOnly={seat !== undefined}
        maxLength={8}
      />
      <F.Text
        name="agentAccount"
        label={t('seats.account')}
        help={t('seats.accountHint')}
        required
        maxLength={60}
      />
      <F.Text
        name="secret"
        type="password"
        autoComplete="new-password"
        label={t('seats.secret')}
        placeholder={seat?.hasSecret ? t('seats.secretKeep') : undefined}
        help={t('seats.secretHint')}
        maxLength={200}
      />
      {seat?.hasSecret && (
        <F.Checkbox name="clearSecret" label={t('seats.secret')} text={t('seats.clearSecret')} />
      )}
      <F.Checkbox name="enabled" label={t('seats.status')} text={t('seats.enabled')} />
    </FormDialog>
  )
}
