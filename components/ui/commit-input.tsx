'use client'
import {
  type InputHTMLAttributes,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { isComposing } from './composing'
import styles from './control.module.css'

type Inherited = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'placeholder' | 'aria-label' | 'inputMode' | 'maxLength' | 'type' | 'className'
>

/**
 * A text that counts when it is finished: on Enter, on leaving, and, with `quietMs`, after so long without a key.
 * While an input method is composing nothing is finished.
 */
export function CommitInput({
  value,
  onCommit,
  quietMs,
  clean = (text) => text,
  read = (text) => text.trim(),
  onKeyDown,
  accepts = () => true,
  ref,
  className = '',
  ...rest
}: Inherited & {
  value: string
  onCommit: (text: string) => void
  quietMs?: number
  /** Takes away what must not be typed. */
  clean?: (text: string) => string
  /** The value of a finished text, by its kind. */
  read?: (text: string) => string
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  /** Whether a finished text makes sense; one that does not gives way to the value there was. */
  accepts?: (text: string) => boolean
  ref?: Ref<HTMLInputElement | null>
}) {
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current)
  const [draft, setDraft] = useState<string | null>(null)
  const committed = useRef(value)
  const composing = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    // A value that is not the echo of our own commit was set from elsewhere: it wins over what was typed.
    if (value !== committed.current) setDraft(null)
    committed.current = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const commit = (text: string) => {
    clearTimeout(timer.current)
    const finished = read(text)
    if (finished === committed.current) return setDraft(null)
    if (finished !== '' && !accepts(finished)) return setDraft(null)
    committed.current = finished
    if (finished !== text) setDraft(finished)
    onCommit(finished)
  }
  const type = (text: string) => {
    setDraft(text)
    clearTimeout(timer.current)
    if (quietMs !== undefined && !composing.current) timer.current = setTimeout(() => commit(text), quietMs)
  }

  const shown = draft ?? value
  const typeEarly = useEffectEvent(() => {
    const text = input.current?.value ?? ''
    if (text !== shown) type(clean(text))
  })
  // What was typed before the browser took over came without an event.
  useEffect(() => typeEarly(), [])

  return (
    <input
      {...rest}
      ref={input}
      className={`${styles.control} ${styles.small} ${className}`}
      value={shown}
      onChange={(event) => type(composing.current ? event.target.value : clean(event.target.value))}
      onCompositionStart={() => {
        composing.current = true
        clearTimeout(timer.current)
      }}
      onCompositionEnd={(event) => {
        composing.current = false
        type(clean(event.currentTarget.value))
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event)
        if (event.key === 'Enter' && !isComposing(event)) commit(event.currentTarget.value)
      }}
      onBlur={(event) => commit(event.target.value)}
    />
  )
}
