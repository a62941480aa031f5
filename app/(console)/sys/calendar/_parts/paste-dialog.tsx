'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { Notice } from '@/components/ui/notice'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { useServiceDay } from '@/lib/client/service-day'
import { calendar } from '@/lib/domains/calendar/contract'
import { calendarLimits, readLines } from '@/lib/domains/calendar/rules/calendar-day'
import { useT } from '@/lib/i18n/use-t'

type Values = { lines: string }
const F = fieldsFor<Values>()
/** Wrong lines that are told at once. */
const mostTold = 5

/** 粘贴 a year: each line is judged while it is typed, before anything is written. */
export default function PasteDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const today = useServiceDay()
  const form = useCheckedForm<Values>({ lines: '' }, ({ lines }) => {
    const { days, wrong } = readLines(lines, today)
    if (lines.trim() === '') return { lines: 'rules.required' }
    const [first] = wrong
    if (first) return { lines: said(first) }
    return days.length === 0 ? { lines: 'calendar.noDays' } : ({} as Record<string, string>)
  })
  const said = ({ line, why }: ReturnType<typeof readLines>['wrong'][number]) =>
    t('calendar.wrongLine', { line, why: t(`calendar.refusals.${why}`) })
  const { days, wrong } = readLines(form.watch('lines'), today)
  const save = async (values: Values) => {
    const { added } = await call(calendar.paste, values)
    toast.success(t('calendar.added', { added }))
    onClose()
  }
  return (
    <FormDialog title={t('calendar.pasteTitle')} form={form} onSubmit={save} onClose={onClose} width={640}>
      <F.TextArea
        name="lines"
        label={t('calendar.lines')}
        rows={12}
        maxLength={calendarLimits.lines}
        help={t('calendar.linesHint')}
        required
      />
      {wrong.length > 0 && (
        <Notice tone="returned">
          {wrong.slice(0, mostTold).map((one) => (
            <div key={one.line}>{said(one)}</div>
          ))}
          {wrong.length > mostTold && t('calendar.wrongMore', { count: wrong.length - mostTold })}
        </Notice>
      )}
      {wrong.length === 0 && days.length > 0 && (
        <Notice tone="waiting">{t('calendar.dryRun', { count: days.length })}</Notice>
      )}
    </FormDialog>
  )
}
