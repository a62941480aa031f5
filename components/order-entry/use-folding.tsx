'use client'
import { useRef, useState } from 'react'
import { useFormState } from 'react-hook-form'
import { errorList } from '@/components/form/error-paths'
import { ActionButton } from '@/components/ui/action-button'
import { keep, recall } from '@/lib/client/storage'
import { isFoldable, type Overrides, type Row, type Section } from '@/lib/domains/orders/rules/entry/section'
import { useT } from '@/lib/i18n/use-t'
import { useWarnings } from './warnings'

/** Sections whose optional fields this browser shows, by name. */
const storeName = 'nlos-unfolded'
function unfolded(): string[] {
  const names = recall(storeName)
  return Array.isArray(names) ? names.map(String) : []
}

/**
 * Folds the optional fields of a section that nobody has filled in, and remembers which sections are open. A field with
 * a value, an error or a warning is shown; one that was shown stays, so that nothing goes away under the hands.
 */
export function useFolding(
  section: Section,
  rows: readonly { path: string; row: Row }[],
  overrides: Overrides | undefined,
) {
  const t = useT()
  const { errors } = useFormState({ name: rows.map(({ path }) => path) })
  const warnings = useWarnings()
  const [isOpen, setOpen] = useState(() => unfolded().includes(section.name))
  const shown = useRef(new Set<string>())
  const wrong = new Set(errorList(errors).map(({ path }) => path))
  const hidden = new Set<string>()
  let count = 0
  for (const { path, row } of rows) {
    for (const spec of section.fields) {
      const place = `${path}.${spec.name}`
      const isQuiet = !wrong.has(place) && warnings[place] === undefined
      const mayFold = isQuiet && isFoldable(spec, section.state(spec, row, overrides), row[spec.name])
      if (mayFold) count += 1
      if (mayFold && !isOpen && !shown.current.has(place)) hidden.add(place)
      else if (!isOpen) shown.current.add(place)
    }
  }
  const change = () => {
    shown.current.clear()
    const others = unfolded().filter((name) => name !== section.name)
    keep(storeName, isOpen ? others : [...others, section.name])
    setOpen(!isOpen)
  }
  return {
    isHidden: (place: string) => hidden.has(place),
    tool: count > 0 && (
      <ActionButton variant="text" size="small" tabIndex={-1} aria-expanded={isOpen} onClick={change}>
        {isOpen ? t('form.foldOptional') : t('form.unfoldOptional', { count })}
      </ActionButton>
    ),
  }
}
