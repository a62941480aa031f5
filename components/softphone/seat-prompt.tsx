'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { type Findings, useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { seatPattern } from '@/lib/domains/voice/rules/call-bar'
import { useT } from '@/lib/i18n/use-t'
import { type SeatHold, takeSeat } from './seat-hold'

type Values = { seat: string }
const F = fieldsFor<Values>()
const findings = ({ seat }: Values): Findings =>
  seatPattern.test(seat.trim()) ? {} : { seat: 'phone.seatNumberWrong' }

/** The seat that this window had last: people sit at one. */
let lastSeat = ''

/** 提示 / 请输入坐席号 (specification points 2, 4 and 8, Call dialog). */
export default function SeatPrompt({
  onCancel,
  onTaken,
}: {
  onCancel: () => void
  onTaken: (hold: SeatHold) => void
}) {
  const t = useT()
  const form = useCheckedForm<Values>({ seat: lastSeat }, findings)
  const cancel = () => {
    toast.info(t('phone.cancelled'))
    onCancel()
  }
  const save = async ({ seat: typed }: Values) => {
    const seat = typed.trim()
    const hold = await takeSeat(seat)
    if (!hold) return toast.error(t('phone.seatBusy'))
    lastSeat = seat
    onTaken(hold)
  }
  return (
    <FormDialog title={t('shell.prompt')} form={form} onSubmit={save} onClose={cancel}>
      <F.Text name="seat" label={t('phone.seatPrompt')} maxLength={16} inputMode="numeric" />
    </FormDialog>
  )
}
