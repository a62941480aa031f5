'use client'
import { type CSSProperties, useRef, useState } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import { CommitInput } from '@/components/ui/commit-input'
import { useT } from '@/lib/i18n/use-t'
import type { Endpoint } from '@/lib/platform/contract/endpoint'
import type { ListDefinition } from './define-list'
import { FilterChips } from './filter-chips'
import { FilterField } from './filter-field'
import styles from './list.module.css'
import { filterParts } from './list-parts'
import { filterChange, namesOf } from './list-url'
import type { List } from './use-list'
import { useSearchKey } from './use-list-keys'
import { wordRoom } from './word-room'

const mainFilters = 3
const quietMs = 400

/** Quick search first, then three filters in sight, the rest folded; below them what filters now. */
export function FilterBar<E extends Endpoint, Row extends object>({
  definition,
  list: { state, change },
}: {
  definition: ListDefinition<E>
  list: Pick<List<Row>, 'state' | 'change'>
}) {
  const t = useT()
  const search = useRef<HTMLInputElement>(null)
  useSearchKey(search)
  const parts = filterParts(definition)
  const foldable = parts.slice(mainFilters)
  const [unfolded, setUnfolded] = useState(() =>
    foldable.some((part) => namesOf(part).some((name) => state.filters[name])),
  )
  return (
    <search className={styles.bar} aria-label={t('list.filters')}>
      <div className={styles.filters}>
        {definition.search && (
          <CommitInput
            ref={search}
            className={styles.search}
            style={{ '--words': `${wordRoom(t(definition.search)) + 28}px` } as CSSProperties}
            value={state.q}
            quietMs={quietMs}
            maxLength={60}
            placeholder={t(definition.search)}
            aria-label={t('list.search')}
            onCommit={(q) => change(filterChange({ q: q === '' ? null : q }))}
          />
        )}
        {(unfolded ? parts : parts.slice(0, mainFilters)).map((part) => (
          <FilterField
            key={namesOf(part).join()}
            part={part}
            words={definition.words}
            state={state}
            onChange={(changes) => change(filterChange(changes))}
          />
        ))}
        {foldable.length > 0 && (
          <ActionButton
            variant="text"
            icon={unfolded ? 'up' : 'down'}
            aria-expanded={unfolded}
            onClick={() => setUnfolded(!unfolded)}
          >
            {t(unfolded ? 'list.fewerFilters' : 'list.moreFilters')}
          </ActionButton>
        )}
      </div>
      <FilterChips parts={parts} words={definition.words} state={state} change={change} />
    </search>
  )
}
