'use client'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import styles from './tab-list.module.css'

export type TabPart<K extends string> = { key: K; label: string; count?: number; content: () => ReactNode }

/** Parts of a page of which one is in sight: arrow keys go from tab to tab. What is not shown is not mounted. */
export function TabList<K extends string>({
  label,
  parts,
  shown,
  onShow,
}: {
  /** The name of what the parts are of. */
  label: string
  parts: readonly TabPart<K>[]
  shown: K
  onShow: (key: K) => void
}) {
  const id = useId()
  const tabs = useRef<HTMLDivElement>(null)
  const part = parts.find(({ key }) => key === shown) ?? parts[0]
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = (parts.findIndex(({ key }) => key === shown) + step + parts.length) % parts.length
    const next = parts[at]
    if (next) onShow(next.key)
    tabs.current?.querySelectorAll('button')[at]?.focus()
  }
  return (
    <>
      <div ref={tabs} className={styles.tabs} role="tablist" aria-label={label} onKeyDown={onKey}>
        {parts.map(({ key, label: name, count }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            aria-selected={key === shown}
            aria-controls={`${id}-panel`}
            tabIndex={key === shown ? 0 : -1}
            onClick={() => onShow(key)}
          >
            {name}
            {count !== undefined && count > 0 && <span className={styles.count}>{count}</span>}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} className={styles.panel} role="tabpanel" aria-labelledby={`${id}-${shown}`}>
        {part?.content()}
      </div>
    </>
  )
}
