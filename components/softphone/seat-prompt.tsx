'use client'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import * as z from 'zod'
import { fieldsFor } from '@/components/form/fields-for'
import { Form } from '@/components/form/form'
import { useZodForm } from '@/components/form/use-form'
import { useSubmission } from '@/components/form/use-submission'
import { ActionButton } from '@/components/ui/action-button'
import Dialog from '@/components/ui/dialog'
import { toast } from '@/components/ui/toast'
import { useT } from '@/lib/i18n/use-t'
import { seatPattern } from '@/lib/rules/call-bar'
import { type SeatHold, takeSeat } from './seat-hold'

const schema = z.object({ seat: z.string().trim().regex(seatPattern, 'phone.seatNumberWrong') })
const F = fieldsFor<z.input<typeof schema>>()

/** The seat that this window had last: people sit at one. */
let lastSeat = ''

/** When the dialog stands: an effect would be too early for it, its place in the page comes later. */
function selectField(content: HTMLElement | null): void {
  const field = content?.querySelector('input')
  field?.focus()
  field?.select()
}

/** 提示 / 请输入坐席号 (specification points 2, 4 and 8, Call dialog). */
export default function SeatPrompt({
  onCancel,
  onTaken,
}: {
  onCancel: () => void
  onTaken: (hold: SeatHold) => void
}) {
  const t = useT()
  const id = useId()
  const form = useZodForm(schema, { seat: lastSeat })
  const submission = useSubmission(form)
  const cancel = () => {
    toast.info(t('phone.cancelled'))
    onCancel()
  }
  const save = async ({ seat }: z.output<typeof schema>) => {
    const hold = await takeSeat(seat)
    if (!hold) return toast.error(t('phone.seatBusy'))
    lastSeat = seat
    onTaken(hold)
  }
  return (
    <Dialog open maxWidth="xs" fullWidth onClose={cancel} aria-labelledby={`${id}-title`}>
      <DialogTitle id={`${id}-title`}>{t('shell.prompt')}</DialogTitle>
      <DialogContent ref={selectField}>
        <Form id={id} form={form} submission={submission} onSubmit={save}>
          <F.Text name="seat" label={t('phone.seatPrompt')} maxLength={16} inputMode="numeric" />
        </Form>
      </DialogContent>
      <DialogActions>
        <ActionButton onClick={cancel}>{t('shell.cancel')}</ActionButton>
        <ActionButton type="submit" form={id} variant="primary" busy={submission.busy}>
          {t('shell.ok')}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}
