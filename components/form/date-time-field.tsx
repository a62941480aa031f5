'use client'
import controls from '@/components/ui/control.module.css'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { cleanTime } from '@/lib/rules/clean-value'
import { isClockTime, isIsoDate } from '@/lib/rules/iso-date'
import { DateInput } from './date-field'
import { FieldFrame, type FieldProps, useField } from './field-frame'
import styles from './form.module.css'
import { useTyped } from './use-typed'

/** A business time of the form `2025-08-01T09:30`, a date and a time beside it; {@link instantOf} makes an instant of it. */
export function DateTimeField({ min, ...props }: FieldProps & { min?: string }) {
  const t = useT()
  const { value, setValue, control, ...state } = useField<string>(props)
  const { id, name, readOnly, ref, onBlur, ...attributes } = control
  const [date = '', time = ''] = (value ?? '').split('T')
  const set = (date: string, time: string) => setValue(date || time ? `${date}T${time}` : '')
  const dateLabel = t('form.dateOf', { label: props.label })
  const typed = useTyped({ value: time, setValue: (time) => set(date, time), read: cleanTime })
  return (
    <FieldFrame {...props} {...state} group>
      <span className={styles.dateTime}>
        <span className={styles.control}>
          <DateInput
            {...attributes}
            ref={ref}
            readOnly={readOnly}
            aria-label={dateLabel}
            label={dateLabel}
            value={date}
            setValue={(date) => set(date, time)}
            min={min?.slice(0, 10)}
          />
        </span>
        <input
          {...attributes}
          {...typed.events}
          aria-label={t('form.timeOf', { label: props.label })}
          readOnly={readOnly}
          className={controls.control}
          inputMode="numeric"
          autoComplete="off"
          placeholder="HH:mm"
          value={typed.text}
          // From the date to its time nothing is finished yet.
          onBlur={() => {
            typed.settle()
            onBlur()
          }}
        />
      </span>
    </FieldFrame>
  )
}

/** The ISO instant of a business time; empty for what is none. */
export function instantOf(text: string): string {
  const [date = '', time = ''] = text.split('T')
  return isIsoDate(date) && isClockTime(time) ? new Date(`${text}:00+08:00`).toISOString() : ''
}

/** The business time of an instant, for the field. */
export const fieldTimeOf = (instant: string | number): string =>
  new Date(new Date(instant).getTime() + 8 * 3_600_000).toISOString().slice(0, 16)

/** Says what is wrong with a business time that has to come. */
export function comingFinding(text: string, now: number): MessageKey | undefined {
  const at = instantOf(text)
  if (at === '') return 'form.timeWrong'
  return Date.parse(at) > now ? undefined : 'form.timeOver'
}
