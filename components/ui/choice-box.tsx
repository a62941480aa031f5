'use client'
import type { ComponentProps, Ref } from 'react'
import controls from './control.module.css'
import { type Choice, SearchBox } from './search-box'

/** More entries than an unfolded list shows at a glance are searched. */
const mostAtAGlance = 8

type Shared = Pick<
  ComponentProps<'input'>,
  'id' | 'name' | 'aria-label' | 'aria-required' | 'aria-invalid' | 'aria-describedby'
>

/** One of many: unfolded when they are few, searched by any part, pinyin or initials when they are not. */
export function ChoiceBox({
  value,
  options,
  none,
  stray,
  onChoose,
  onStray,
  onBlur,
  readOnly,
  small,
  ref,
  ...shared
}: Shared & {
  value: string
  options: readonly Choice[]
  /** The text that stands there when nothing is chosen. */
  none: string
  /** The typed text that is no entry: it stays in sight, and nothing is chosen in its place. */
  stray: string
  onChoose: (value: string) => void
  onStray: (text: string) => void
  onBlur?: () => void
  readOnly?: boolean
  small?: boolean
  // One of the two controls, which differ in nothing that is asked of them.
  ref?: Ref<never>
}) {
  const set = (code: string, text = '') => {
    onStray(text)
    onChoose(code)
    return undefined
  }
  if (options.length > mostAtAGlance) {
    const typed = value === '' ? stray : ''
    return (
      <SearchBox
        {...shared}
        ref={ref}
        small={small}
        readOnly={readOnly}
        onBlur={onBlur}
        aria-invalid={typed !== '' || shared['aria-invalid']}
        placeholder={none}
        text={typed || (options.find((one) => one.value === value)?.label ?? '')}
        chosen={value}
        options={options}
        onChoose={set}
        onLeave={(text) => set('', text)}
      />
    )
  }
  return (
    <select
      {...shared}
      ref={ref}
      disabled={readOnly}
      className={`${controls.control} ${small ? controls.small : ''}`}
      value={value}
      onBlur={onBlur}
      onChange={({ target }) => set(target.value)}
    >
      <option value="">{none}</option>
      {/* An entry whose word is on its way still: nothing else may seem chosen meanwhile. */}
      {value !== '' && !options.some((option) => option.value === value) && <option value={value}>…</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
