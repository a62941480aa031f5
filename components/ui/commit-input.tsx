'use client'
import {
  type InputHTMLAttributes,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { isComposing } from './composing'
import styles from './control.module.css'

type Inherited = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'placeholder' | 'aria-label' | 'inputMode' | 'maxLength' | 'type' | 'className' | 'style'
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
  refuse = () => undefined,
  onKeyDown,
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
  /** Says what is wrong with a finished text, which stays in sight and does not count; undefined when nothing is. */
  refuse?: (text: string) => string | undefined
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  ref?: Ref<HTMLInputElement | null>
}) {
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current)
  const [draft, setDraft] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string>()
  const id = useId()
  const committed = useRef(value)
  const composing = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    // A value that is not the echo of our own commit was set from elsewhere: it wins over what was typed.
    if (value !== committed.current) {
      setDraft(null)
      setWrong(undefined)
    }
    committed.current = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const commit = (text: string) => {
    clearTimeout(timer.current)
    const finished = read(text)
    if (finished === committed.current) return setDraft(null)
    const refusal = finished === '' ? undefined : refuse(finished)
    setWrong(refusal)
    if (refusal !== undefined) return
    committed.current = finished
    if (finished !== text) setDraft(finished)
    onCommit(finished)
  }
  const type = (text: string) => {
    setDraft(text)
    setWrong(undefined)
    clearTimeout(timer.current)
    if (quietMs !== undefined && !composing.current) timer.current = setTimeout(() => commit(text), quietMs)
  }

  const shown = draft ?? value
  const typeEarly = useEffectEvent(() => {
    const text = input.current?.value ?? ''
    if (text !== shown) type(clean(text))
  })
  // A text typed before the browser took over came without an event.
  useEffect(() => typeEarly(), [])

  return (
    <>
      <input
        {...rest}
        aria-invalid={wrong !== undefined || undefined}
        aria-describedby={wrong && `${id}-wrong`}
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
      {wrong && (
        <span className={styles.wrong} role="alert" id={`${id}-wrong`}>
          {wrong}
        </span>
      )}
    </>
  )
}
