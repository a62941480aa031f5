'use client'
import { type ChangeEvent, type CompositionEvent, useRef, useState } from 'react'
import { CalendarButton, dashDate } from '@/components/ui/calendar'
import controls from '@/components/ui/control.module.css'
import { shiftPoint, showMoney } from '@/components/ui/number-text'
import { useT } from '@/lib/i18n/use-t'
import { stripToDigits } from '@/lib/rules/fields'
import { FieldFrame, type FieldProps, useField } from './field-frame'
import styles from './form.module.css'

type TextLike = HTMLInputElement | HTMLTextAreaElement

/**
 * Takes out of a text what must not be in it, but not while an input method is composing: changing the text then
 * would break the composition.
 */
function useCleanText(clean: (text: string) => string, set: (text: string) => void) {
  const composing = useRef(false)
  return {
    onChange: (event: ChangeEvent<TextLike>) =>
      set(composing.current ? event.target.value : clean(event.target.value)),
    onCompositionStart: () => {
      composing.current = true
    },
    onCompositionEnd: (event: CompositionEvent<TextLike>) => {
      composing.current = false
      set(clean(event.currentTarget.value))
    },
  }
}

const asTyped = (text: string) => text

export type TextFieldProps = FieldProps & {
  maxLength?: number
  placeholder?: string
  unit?: string
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email'
  type?: 'text' | 'password'
  autoComplete?: string
  /** Takes away what must not be typed: upper case only, digits only. */
  clean?: (text: string) => string
}

/** A line of text. */
export function TextField({
  maxLength,
  placeholder,
  inputMode,
  type = 'text',
  autoComplete = 'off',
  clean = asTyped,
  ...props
}: TextFieldProps) {
  const { value, setValue, control, ...state } = useField<string>(props)
  return (
    <FieldFrame {...props} {...state}>
      <input
        {...control}
        {...useCleanText(clean, setValue)}
        className={controls.control}
        type={type}
        inputMode={inputMode}
        autoComplete={autoComplete}
        maxLength={maxLength}
        placeholder={placeholder}
        value={value ?? ''}
      />
    </FieldFrame>
  )
}

/** Digits alone, or digits and a point (specification point 5, numeric input). */
export function DigitsField({ float, maxLength, ...props }: TextFieldProps & { float?: boolean }) {
  return (
    <TextField
      inputMode={float ? 'decimal' : 'numeric'}
      {...props}
      clean={(text) => stripToDigits(text, { float, maxLength })}
    />
  )
}

/** An amount in CNY as decimal text; thousands separators while it is not being typed. */
export function MoneyField({ maxLength = 19, ...props }: TextFieldProps) {
  const t = useT()
  const { value, setValue, control, ...state } = useField<string>(props)
  const [typing, setTyping] = useState(false)
  return (
    <FieldFrame unit={t('form.yuan')} {...props} {...state}>
      <input
        {...control}
        {...useCleanText((text) => stripToDigits(text, { float: true, maxLength }), setValue)}
        className={`${controls.control} ${styles.number}`}
        inputMode="decimal"
        autoComplete="off"
        placeholder={props.placeholder}
        value={typing ? (value ?? '') : showMoney(value ?? '')}
        onFocus={({ currentTarget: input }) => {
          if (props.readOnly) return
          // The next render would drop what is chosen: by Tab before the focus is told, by a script after it.
          const isChosen = input.selectionStart === 0 && input.selectionEnd === input.value.length
          input.value = value ?? ''
          if (isChosen) input.select()
          setTyping(true)
        }}
        onBlur={() => {
          setTyping(false)
          control.onBlur()
        }}
      />
    </FieldFrame>
  )
}

/** A rate fraction as decimal text, typed and shown as a percentage. */
export function RateField(props: TextFieldProps) {
  const { value, setValue, control, ...state } = useField<string>(props)
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <FieldFrame unit="%" {...props} {...state}>
      <input
        {...control}
        {...useCleanText(
          (text) => stripToDigits(text, { float: true, maxLength: 9 }),
          (text) => {
            setTyped(text)
            setValue(shiftPoint(text, -2))
          },
        )}
        className={`${controls.control} ${styles.number}`}
        inputMode="decimal"
        autoComplete="off"
        placeholder={props.placeholder}
        value={typed ?? shiftPoint(value ?? '', 2)}
        onBlur={() => {
          setTyped(null)
          control.onBlur()
        }}
      />
    </FieldFrame>
  )
}

/** Several lines of text, with a count. */
export function TextAreaField({
  maxLength,
  placeholder,
  rows = 3,
  ...props
}: TextFieldProps & { rows?: number }) {
  const { value, setValue, control, ...state } = useField<string>(props)
  const text = value ?? ''
  return (
    <FieldFrame span={3} {...props} {...state} count={maxLength ? `${text.length}/${maxLength}` : undefined}>
      <textarea
        {...control}
        {...useCleanText(asTyped, setValue)}
        className={controls.control}
        rows={rows}
        maxLength={maxLength}
        placeholder={placeholder}
        value={text}
      />
    </FieldFrame>
  )
}

/**
 * A business date, typed and shown as `YYYY-MM-DD` whatever the browser's language is (specification point 9), or
 * chosen in the browser's own calendar.
 */
export function DateField({ min, max, ...props }: FieldProps & { min?: string; max?: string }) {
  const { value, setValue, control, ...state } = useField<string>(props)
  return (
    <FieldFrame {...props} {...state}>
      <input
        {...control}
        {...useCleanText(dashDate, setValue)}
        className={controls.control}
        inputMode="numeric"
        autoComplete="off"
        placeholder="YYYY-MM-DD"
        maxLength={10}
        value={value ?? ''}
      />
      {!props.readOnly && (
        <CalendarButton label={props.label} value={value ?? ''} min={min} max={max} onPick={setValue} />
      )}
    </FieldFrame>
  )
}
