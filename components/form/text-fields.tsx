'use client'
import { type ReactNode, useState } from 'react'
import controls from '@/components/ui/control.module.css'
import { groupFours, shiftPoint, showMoney } from '@/components/ui/number-text'
import { useT } from '@/lib/i18n/use-t'
import { cleanAmount, cleanCardNo, cleanNumber, cleanPercent, cleanText } from '@/lib/rules/clean-value'
import { FieldFrame, type FieldProps, useField } from './field-frame'
import styles from './form.module.css'
import { useTyped } from './use-typed'

export type TextFieldProps = FieldProps & {
  maxLength?: number
  placeholder?: string
  unit?: string
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email'
  type?: 'text' | 'password'
  autoComplete?: string
  /** The value of what is typed or pasted, by its kind (lib/rules/clean-value.ts). Its length is for the rule to judge. */
  clean?: (text: string) => string
  /** Stands inside the control, at its end, beside what is typed. */
  button?: ReactNode
}

const asTyped = (text: string) => text

/** Nothing is cut off where it is typed or pasted: a text that is too long counts its signs. */
const countOf = (text: string, most: number | undefined) =>
  most !== undefined && text.length > most ? `${text.length}/${most}` : undefined

/** A line of text. */
export function TextField({
  maxLength,
  placeholder,
  inputMode,
  type = 'text',
  autoComplete = 'off',
  clean,
  button,
  ...props
}: TextFieldProps) {
  const { value, setValue, control, ...state } = useField<string>(props)
  const typed = useTyped({
    value: value ?? '',
    setValue,
    read: clean ?? (type === 'password' ? asTyped : cleanText),
  })
  return (
    <FieldFrame {...props} {...state} count={countOf(value ?? '', maxLength)}>
      <input
        {...control}
        {...typed.events}
        className={`${controls.control} ${button ? controls.beside : ''}`}
        type={type}
        inputMode={inputMode}
        autoComplete={autoComplete}
        placeholder={placeholder}
        value={typed.text}
        onBlur={() => {
          typed.settle()
          control.onBlur()
        }}
      />
      {button}
    </FieldFrame>
  )
}

/**
 * A number. What is none stays as it was typed, for its rule to refuse: without its letter 1e5 would be another one, and
 * without its sign -5000.
 */
export function DigitsField({ float, ...props }: TextFieldProps & { float?: boolean }) {
  const { value, setValue, control, ...state } = useField<string>(props)
  const typed = useTyped({
    value: value ?? '',
    setValue,
    read: cleanNumber,
  })
  return (
    <FieldFrame {...props} {...state}>
      <input
        {...control}
        {...typed.events}
        className={controls.control}
        inputMode={float ? 'decimal' : 'numeric'}
        autoComplete={props.autoComplete ?? 'off'}
        placeholder={props.placeholder}
        value={typed.text}
        onBlur={() => {
          typed.settle()
          control.onBlur()
        }}
      />
    </FieldFrame>
  )
}

/** In groups of four, or as it was typed: without a sign that is no digit it would be another number. */
const cardText = (text: string) => {
  const number = cleanCardNo(text)
  return /^\d*$/.test(number) ? groupFours(number) : text
}

/** The number of a bank card in groups of four, as it stands on the card; typed and pasted with spaces or without. */
export function CardField({
  onTyped,
  onTyping,
  ...props
}: TextFieldProps & {
  /** Hears the number. */
  onTyped?: (number: string) => void
  /** Hears whether the hands are in it: what is said of half a number waits. */
  onTyping?: (typing: boolean) => void
}) {
  const { value, setValue, control, ...state } = useField<string>(props)
  const take = (input: HTMLInputElement) => {
    const entered = input.value
    const shown = cardText(entered)
    if (shown !== entered) {
      const caret = cardText(entered.slice(0, input.selectionStart ?? 0)).length
      // Set before React sets it, which would take the caret to the end.
      input.value = shown
      input.setSelectionRange(caret, caret)
    }
    const number = cleanCardNo(entered)
    const taken = /^\d*$/.test(number) ? number : entered
    setValue(taken)
    onTyped?.(taken)
  }
  return (
    <FieldFrame {...props} {...state}>
      <input
        {...control}
        className={controls.control}
        onFocus={() => onTyping?.(true)}
        onBlur={() => {
          onTyping?.(false)
          control.onBlur()
        }}
        inputMode="numeric"
        autoComplete="off"
        placeholder={props.placeholder}
        value={cardText(value ?? '')}
        onChange={({ target }) => take(target)}
      />
    </FieldFrame>
  )
}

/** An amount in CNY as decimal text; thousands separators while it is not being typed. */
export function MoneyField(props: TextFieldProps) {
  const t = useT()
  const { value, setValue, control, ...state } = useField<string>(props)
  const [typing, setTyping] = useState(false)
  const typed = useTyped({
    value: value ?? '',
    setValue,
    read: cleanAmount,
  })
  return (
    <FieldFrame unit={t('form.yuan')} {...props} {...state}>
      <input
        {...control}
        {...typed.events}
        className={`${controls.control} ${styles.number}`}
        inputMode="decimal"
        autoComplete="off"
        placeholder={props.placeholder}
        value={typing ? typed.text : showMoney(value ?? '')}
        onFocus={({ currentTarget: input }) => {
          if (props.readOnly) return
          // The next render would drop what is chosen: Tab chooses all of it before the focus is told.
          const isChosen = input.selectionStart === 0 && input.selectionEnd === input.value.length
          input.value = value ?? ''
          if (isChosen) input.select()
          setTyping(true)
        }}
        onBlur={() => {
          setTyping(false)
          typed.settle()
          control.onBlur()
        }}
      />
    </FieldFrame>
  )
}

const fractionOf = (text: string) => shiftPoint(cleanPercent(text), -2)
const percentOf = (fraction: string) => shiftPoint(fraction, 2)

/** A rate fraction as decimal text, typed and shown as a percentage. */
export function RateField(props: TextFieldProps) {
  const { value, setValue, control, ...state } = useField<string>(props)
  const typed = useTyped({
    value: value ?? '',
    setValue,
    read: fractionOf,
    write: percentOf,
  })
  return (
    <FieldFrame unit="%" {...props} {...state}>
      <input
        {...control}
        {...typed.events}
        className={`${controls.control} ${styles.number}`}
        inputMode="decimal"
        autoComplete="off"
        placeholder={props.placeholder}
        value={typed.text}
        onBlur={() => {
          typed.settle()
          control.onBlur()
        }}
      />
    </FieldFrame>
  )
}

/** Several lines of text, with a count. Nothing is cut off: what is too long is for its rule to refuse. */
export function TextAreaField({
  maxLength,
  placeholder,
  rows = 3,
  ...props
}: TextFieldProps & { rows?: number }) {
  const { value, setValue, control, ...state } = useField<string>(props)
  const text = value ?? ''
  const typed = useTyped({ value: text, setValue, read: cleanText })
  return (
    <FieldFrame span={3} {...props} {...state} count={maxLength ? `${text.length}/${maxLength}` : undefined}>
      <textarea
        {...control}
        {...typed.events}
        className={controls.control}
        rows={rows}
        placeholder={placeholder}
        value={typed.text}
        onBlur={() => {
          typed.settle()
          control.onBlur()
        }}
      />
    </FieldFrame>
  )
}
