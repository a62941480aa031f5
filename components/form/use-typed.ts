'use client'
import { type ChangeEvent, type CompositionEvent, useRef, useState } from 'react'

type TextLike = HTMLInputElement | HTMLTextAreaElement

const sameSigns = (a: string, b: string) =>
  a.normalize('NFKC').toLowerCase() === b.normalize('NFKC').toLowerCase()

const pasted = ['insertFromPaste', 'insertFromDrop', 'insertReplacementText']

/**
 * A text as it is typed beside the value that it means. The form holds the value at every moment, so that a check, a
 * draft and Ctrl+Enter never see `2030/1/2` half way; the control shows what was typed until it is left. What is pasted
 * or composed shows as its value at once, and so does a key that is the same sign in another form, such as a letter in
 * upper case or a digit of full width: `2030年1月23` is left alone, because 日 may follow.
 *
 * @param read the value of a text, or the text itself where it means none
 * @param write how a value stands in the control; `read` of it gives the value again
 */
export function useTyped({
  value,
  setValue,
  read,
  write = (value) => value,
}: {
  value: string
  setValue: (value: string) => void
  read: (text: string) => string
  write?: (value: string) => string
}) {
  const composing = useRef(false)
  const [typed, setTyped] = useState<{ text: string; value: string } | null>(null)
  // A value that was set from elsewhere wins over what was typed.
  const text = typed !== null && typed.value === value ? typed.text : write(value)

  const take = (input: TextLike, isWhole: boolean) => {
    const entered = input.value
    const next = read(entered)
    const form = write(next)
    const isShown = isWhole || (!composing.current && sameSigns(form, entered))
    const shown = isShown ? form : entered
    if (shown !== input.value) {
      // Set before React sets it, which would take the caret to the end.
      const caret = Math.max(0, (input.selectionStart ?? 0) - (input.value.length - shown.length))
      input.value = shown
      input.setSelectionRange(caret, caret)
    }
    setTyped(isShown ? null : { text: entered, value: next })
    setValue(next)
  }

  return {
    text,
    /** Shows the value itself; for when the control is left. */
    settle: () => setTyped(null),
    events: {
      onChange: (event: ChangeEvent<TextLike>) => {
        const { inputType } = event.nativeEvent as InputEvent
        take(event.target, pasted.includes(inputType))
      },
      onCompositionStart: () => {
        composing.current = true
      },
      onCompositionEnd: (event: CompositionEvent<TextLike>) => {
        composing.current = false
        take(event.currentTarget, true)
      },
    },
  }
}
