'use client'
import controls from '@/components/ui/control.module.css'
import { FieldFrame, type FieldProps, useField } from './field-frame'

/** A business time of the form `2025-08-01T09:30`; {@link instantOf} makes an instant of it. */
export function DateTimeField({ min, ...props }: FieldProps & { min?: string }) {
  const { value, setValue, control, ...state } = useField<string>(props)
  return (
    <FieldFrame {...props} {...state}>
      <input
        {...control}
        type="datetime-local"
        className={controls.control}
        min={min}
        value={value ?? ''}
        onChange={(event) => setValue(event.target.value)}
      />
    </FieldFrame>
  )
}

/** The ISO instant of a business time; empty for what is none. */
export function instantOf(text: string): string {
  const date = new Date(`${text}:00+08:00`)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

/** The business time of an instant, for the field. */
export const fieldTimeOf = (instant: string | number): string =>
  new Date(new Date(instant).getTime() + 8 * 3_600_000).toISOString().slice(0, 16)
