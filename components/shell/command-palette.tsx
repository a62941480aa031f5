'use client'
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react'
import { isComposing } from '@/components/ui/composing'
import Dialog from '@/components/ui/dialog'
import { Icon } from '@/components/ui/icon'
import { useT } from '@/lib/i18n/use-t'
import styles from './command-palette.module.css'
import { shortcutOf } from './shortcuts'
import { type PaletteOption, usePaletteGroups } from './use-palette-groups'

/** A pause in typing after which customers and orders are asked for, in ms. */
const pauseMs = 200

/** The caret stands behind what was typed before there was a field. */
function focusField(input: HTMLInputElement | null) {
  input?.focus()
  input?.setSelectionRange(input.value.length, input.value.length)
}

/** The text as it was before a pause; while a candidate is being composed it is no text yet. */
function usePaused(text: string, composing: boolean): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    if (composing) return
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, composing])
  return paused
}

export type PaletteProps = {
  /** Everything that was typed before the palette was there. */
  ahead?: RefObject<string>
  onClose: () => void
}

/** The command palette: one field that leads to pages, customers and orders. The arrows choose, Enter goes there. */
export default function CommandPalette({ ahead, onClose }: PaletteProps) {
  const t = useT()
  const id = useId()
  const [typed, setTyped] = useState(() => ahead?.current ?? '')
  const [composing, setComposing] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const text = typed.trim()
  const { groups, isBusy, failed } = usePaletteGroups(text, usePaused(text, composing))
  const options = groups.flatMap((group) => group.options)
  const at = Math.max(
    0,
    options.findIndex((option) => option.id === chosen),
  )
  const current = options[at]
  const optionId = (option: PaletteOption) => `${id}-${option.id}`
  const currentId = current && optionId(current)

  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView?.({ block: 'nearest' })
  }, [currentId])

  const go = (option: PaletteOption) => {
    onClose()
    option.go()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setChosen(options[(at + step + options.length) % options.length]?.id)
    else if (event.key === 'Enter' && current) go(current)
    else if (shortcutOf(event.nativeEvent) === 'palette') onClose()
    else return
    event.preventDefault()
  }

  return (
    <Dialog
      open
      fullWidth
      maxWidth={false}
      slotProps={{ paper: { className: styles.paper } }}
      onClose={onClose}
      aria-labelledby={`${id}-title`}
    >
      <h2 id={`${id}-title`} className="visually-hidden">
        {t('keys.paletteTitle')}
      </h2>
      <div className={styles.field}>
        <Icon name="search" />
        <input
          ref={focusField}
          role="combobox"
          aria-label={t('keys.placeholder')}
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={currentId}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          placeholder={t('keys.placeholder')}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setChosen(undefined)
          }}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div role="listbox" id={`${id}-list`} aria-label={t('keys.paletteTitle')} className={styles.list}>
        {groups.map(({ label, options }) => (
          <fieldset key={label} className={styles.group} aria-labelledby={`${id}-${label}`}>
            <div id={`${id}-${label}`} role="presentation" className={styles.heading}>
              {t(label)}
            </div>
            {options.map((option) => (
              <div
                key={option.id}
                id={optionId(option)}
                role="option"
                tabIndex={-1}
                aria-selected={option === current}
                className={styles.option}
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => go(option)}
                onKeyDown={onKeyDown}
              >
                {option.icon}
                <span>{option.label}</span>
                {option.note && <small>{option.note}</small>}
                {option.tag && <em>{option.tag}</em>}
              </div>
            ))}
          </fieldset>
        ))}
      </div>
      <p role="status" className={options.length > 0 && !failed ? 'visually-hidden' : styles.said}>
        {failed
          ? t('keys.failed')
          : isBusy
            ? t('keys.searching')
            : options.length > 0
              ? t('keys.found', { count: options.length })
              : t('keys.nothing', { text })}
      </p>
      <p className={styles.foot}>
        <span className={styles.hint}>{t('keys.hint')}</span>
        <span className={styles.pressed}>
          <kbd>↑</kbd>
          <kbd>↓</kbd>
          {t('keys.choose')}
          <kbd>Enter</kbd>
          {t('keys.open')}
          <kbd>Esc</kbd>
          {t('shell.close')}
        </span>
      </p>
    </Dialog>
  )
}
