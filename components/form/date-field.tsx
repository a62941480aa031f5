'use client'
import { type Ref, useState } from 'react'
import { CalendarButton, isCalendarKey } from '@/components/ui/calendar'
import controls from '@/components/ui/control.module.css'
import { cleanDate } from '@/lib/rules/clean-value'
import { FieldFrame, type FieldProps, useField } from './field-frame'
import { useTyped } from './use-typed'

export type Bounds = { min?: string; max?: string }

/**
 * A business date, shown as `YYYY-MM-DD` whatever the browser's language is (specification point 9): typed or pasted in
 * every usual way of writing, or chosen in a calendar, which Alt+↓ opens too.
 */
export function DateField({ min, max, ...props }: FieldProps & Bounds) {
  const { value, setValue, control, ...state } = useField<string>(props)
  return (
    <FieldFrame {...props} {...state}>
      <DateInput
        {...control}
        label={props.label}
        value={value ?? ''}
        setValue={setValue}
        min={min}
        max={max}
      />
    </FieldFrame>
  )
}

/** The control of a date alone, in an element with `position: relative`. */
export function DateInput({
  label,
  value,
  setValue,
  min,
  max,
  readOnly,
  onBlur,
  ...control
}: Bounds & {
  label: string
  value: string
  setValue: (value: string) => void
  readOnly?: boolean
  onBlur?: () => void
  'aria-label'?: string
  ref?: Ref<HTMLInputElement>
}) {
  const typed = useTyped({ value, setValue, read: cleanDate })
  const [open, setOpen] = useState(false)
  return (
    <>
      <input
        {...control}
        {...typed.events}
        readOnly={readOnly}
        className={`${controls.control} ${readOnly ? '' : controls.beside}`}
        inputMode="numeric"
        autoComplete="off"
        placeholder="YYYY-MM-DD"
        value={typed.text}
        onKeyDown={(event) => {
          if (readOnly || !isCalendarKey(event)) return
          event.preventDefault()
          setOpen(true)
        }}
        onBlur={() => {
          typed.settle()
          onBlur?.()
        }}
      />
      {!readOnly && (
        <CalendarButton
          label={label}
          value={value}
          min={min}
          max={max}
          open={open}
          onOpen={setOpen}
          onPick={setValue}
        />
      )}
    </>
  )
}
