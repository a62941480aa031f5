'use client'
import {
  type ComponentProps,
  type KeyboardEvent,
  type Ref,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { isComposing } from './composing'
import controls from './control.module.css'
import { Icon } from './icon'
import { lazyPart } from './lazy-part'
import styles from './search-box.module.css'

// The list comes when a box is first entered: forms are there before any of it.
const load = () => import('./search-list')
const SearchList = lazyPart(load)

/** An entry of the list: what it stands for and how it reads. */
export type Choice = { value: string; label: string }

/** The open list does this for its box. */
export type ListHandle = {
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  /** The choices that fit the typed text. */
  found: readonly Choice[]
}

const formKeys: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'Enter'])

type InputProps = Pick<
  ComponentProps<'input'>,
  | 'id'
  | 'name'
  | 'placeholder'
  | 'maxLength'
  | 'aria-label'
  | 'aria-required'
  | 'aria-invalid'
  | 'aria-describedby'
>

/**
 * A text field with a list below it, searched by any part of a label, by pinyin or by initials. The input itself stays
 * the same whether the list is there or not, so that an input method is never disturbed.
 *
 * @param text what stands in the closed box: the label of the choice
 * @param options what is offered before anything is typed
 * @param searched what typed text is looked for in; the options when not given
 * @param onChoose hears a choice; true keeps the list open for the next level
 * @param onText makes every text a value: hears each as it is typed
 * @param onLeave hears what was typed and is no choice when the box is left, and an empty text
 */
export function SearchBox({
  text,
  chosen,
  options,
  searched = options,
  onChoose,
  onText,
  onLeave,
  onOpen,
  onBlur,
  readOnly,
  small,
  ref,
  ...input
}: InputProps & {
  text: string
  chosen: string
  options: readonly Choice[]
  searched?: readonly Choice[]
  onChoose: (value: string) => boolean | undefined
  onText?: (text: string) => void
  onLeave?: (text: string) => void
  onOpen?: () => void
  onBlur?: () => void
  readOnly?: boolean
  small?: boolean
  ref?: Ref<HTMLInputElement | null>
}) {
  const box = useRef<HTMLInputElement>(null)
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => box.current)
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const list = useRef<ListHandle>(null)

  const show = () => {
    if (readOnly || open) return
    onOpen?.()
    setOpen(true)
  }
  const choose = (value: string) => {
    setTyped(null)
    if (!onChoose(value)) setOpen(false)
  }
  /** The typed text is a choice or it is none; nothing stays between. */
  const settle = () => {
    setOpen(false)
    setTyped(null)
    if (typed !== null && !onText) {
      const found = list.current?.found ?? searched
      const exact = found.filter(({ label }) => label === typed.trim())
      const [only, second] = exact.length > 0 ? exact : found
      if (typed.trim() !== '' && only && !second) onChoose(only.value)
      else onLeave?.(typed.trim())
    }
  }

  return (
    <span className={styles.box}>
      <input
        {...input}
        ref={box}
        type="text"
        role="combobox"
        aria-expanded={open}
        aria-autocomplete="list"
        aria-controls={open ? `${input.id}-listbox` : undefined}
        autoComplete="off"
        spellCheck={false}
        readOnly={readOnly}
        className={`${controls.control} ${controls.beside} ${small ? controls.small : ''}`}
        value={typed ?? text}
        onFocus={({ currentTarget }) => {
          if (readOnly) return
          load().catch(() => undefined)
          currentTarget.select()
        }}
        onClick={() => (open && typed === null ? setOpen(false) : show())}
        onChange={({ target }) => {
          show()
          setTyped(target.value)
          onText?.(target.value)
        }}
        onKeyDown={(event) => {
          if (isComposing(event)) return
          // Ctrl+↓ and Ctrl+Enter are the form's: it goes on, or is submitted, with what stands here.
          if (event.ctrlKey || event.metaKey) {
            if (formKeys.has(event.key)) settle()
          } else if (open) list.current?.onKeyDown(event)
          else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault()
            show()
          }
        }}
        onBlur={() => {
          settle()
          onBlur?.()
        }}
      />
      <Icon name="down" size={14} />
      {open && (
        <SearchList
          ref={list}
          id={input.id ?? ''}
          input={box}
          typed={typed ?? ''}
          options={typed === null || typed.trim() === '' ? options : searched}
          chosen={chosen}
          anyText={onText !== undefined}
          onChoose={choose}
          onClose={() => setOpen(false)}
        />
      )}
    </span>
  )
}
