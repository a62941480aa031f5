'use client'
import Popper from '@mui/material/Popper'
import useAutocomplete from '@mui/material/useAutocomplete'
import { type Ref, type RefObject, useEffect, useImperativeHandle, useMemo, useState } from 'react'
import { useT } from '@/lib/i18n/use-t'
import { MuiScope } from './mui-scope'
import type { Choice, ListHandle } from './search-box'
import styles from './search-box.module.css'

/** More than this is no list to read: typing makes it shorter. */
const mostShown = 100

type ReadPinyin = (label: string) => string
let known: ReadPinyin | undefined

/** The way in which labels are read in pinyin; the dictionary comes with the first Latin letter that is typed. */
function usePinyin(typed: string): ReadPinyin | undefined {
  const [read, setRead] = useState(() => known)
  const isNeeded = read === undefined && /[a-z]/i.test(typed)
  useEffect(() => {
    if (!isNeeded) return
    let isHere = true
    import('./pinyin')
      .then(({ pinyinOf }) => {
        known = pinyinOf
        if (isHere) setRead(() => pinyinOf)
      })
      // Without it, labels are still found by what they say.
      .catch(() => undefined)
    return () => {
      isHere = false
    }
  }, [isNeeded])
  return read
}

/** One form for the typed text and for labels: a label has full-width brackets of its own. */
const folded = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, '')

function matching(options: readonly Choice[], typed: string, read: ReadPinyin | undefined): Choice[] {
  const wanted = folded(typed)
  if (wanted === '') return [...options]
  const isLatin = /^[a-z0-9]+$/.test(wanted)
  const fits = ({ label }: Choice) =>
    folded(label).includes(wanted) || (isLatin && read?.(label).includes(wanted))
  const begins = ({ label }: Choice) => folded(label).startsWith(wanted)
  const found = options.filter(fits)
  return [...found.filter(begins), ...found.filter((one) => !begins(one))]
}

/** The list of a {@link SearchBox}: MUI's, which knows the keys and tells screen readers; the input is the box's own. */
export default function SearchList({
  ref,
  id,
  input,
  typed,
  options,
  chosen,
  anyText,
  onChoose,
  onClose,
}: {
  ref: Ref<ListHandle>
  id: string
  input: RefObject<HTMLInputElement | null>
  typed: string
  options: readonly Choice[]
  chosen: string
  anyText: boolean
  onChoose: (value: string) => void
  onClose: () => void
}) {
  const t = useT()
  const read = usePinyin(typed)
  const found = useMemo(() => matching(options, typed, read), [options, typed, read])
  const shown = useMemo(() => found.slice(0, mostShown), [found])
  const { getRootProps, getInputProps, getListboxProps, getOptionProps } = useAutocomplete<Choice>({
    id,
    open: true,
    options: shown,
    value: shown.find(({ value }) => value === chosen) ?? null,
    inputValue: typed,
    filterOptions: (all) => all,
    isOptionEqualToValue: (one, other) => one.value === other.value,
    getOptionKey: ({ value }) => value,
    // Enter takes what was typed where any text is a value.
    autoHighlight: !anyText,
    onChange: (_event, choice) => choice && onChoose(choice.value),
    onClose: (_event, reason) => reason === 'escape' && onClose(),
  })
  const own = getInputProps() as { ref?: RefObject<HTMLInputElement | null> }
  if (own.ref) own.ref.current = input.current
  // MUI writes the marked option into the input, which stays when the list is gone.
  useEffect(() => {
    const box = input.current
    return () => box?.removeAttribute('aria-activedescendant')
  }, [input])
  const { onKeyDown } = getRootProps()
  useImperativeHandle(ref, () => ({ onKeyDown: (event) => onKeyDown?.(event as never), found }))
  if (anyText && found.length === 0) return null
  const { 'aria-labelledby': _label, ...listbox } = getListboxProps() as Record<string, unknown>
  return (
    <MuiScope>
      <Popper
        open
        anchorEl={input.current}
        placement="bottom-start"
        style={{ width: Math.max(input.current?.offsetWidth ?? 0, 180), zIndex: 1400 }}
      >
        {shown.length > 0 && (
          <ul {...listbox} className={styles.list} aria-label={t('ui.choices')}>
            {shown.map((option, index) => {
              const { key: _key, ...props } = getOptionProps({ option, index })
              return (
                <li {...props} key={option.value}>
                  {option.label}
                </li>
              )
            })}
          </ul>
        )}
        {shown.length < Math.max(found.length, 1) && (
          <p className={styles.note} role="status">
            {found.length === 0
              ? t('ui.noChoice')
              : t('ui.moreChoices', { count: found.length - shown.length })}
          </p>
        )}
      </Popper>
    </MuiScope>
  )
}
