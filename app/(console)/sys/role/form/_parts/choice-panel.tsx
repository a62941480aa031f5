'use client'
import { useId, useMemo, useState } from 'react'
import controls from '@/components/ui/control.module.css'
import { useT } from '@/lib/i18n/use-t'
import { type Choice, found, leavesOf, type Node, stateOf, toggled, treeOf } from './choice-tree'
import styles from './role.module.css'

/**
 * Many choices by group, with a search: a card for each group, whose head chooses all of it.
 *
 * @param locked nothing can be changed
 */
export function ChoicePanel<Id extends string | number>({
  choices,
  chosen,
  onChange,
  searchLabel,
  locked,
}: {
  choices: readonly Choice<Id>[]
  chosen: ReadonlySet<Id>
  onChange: (chosen: ReadonlySet<Id>) => void
  searchLabel: string
  locked: boolean
}) {
  const t = useT()
  const [text, setText] = useState('')
  const tree = useMemo(() => treeOf(choices), [choices])
  const groups = found(tree, text)
  const toggle = (node: Node<Id>, on: boolean) => onChange(toggled(tree, chosen, node, on))
  return (
    <>
      <input
        type="search"
        className={`${controls.control} ${styles.search}`}
        aria-label={searchLabel}
        placeholder={searchLabel}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {groups.length === 0 && <p role="status">{t('staff.nothingFound')}</p>}
      <div className={styles.groups}>
        {groups.map((group) => (
          <fieldset key={group.id} className={styles.group} disabled={locked}>
            <legend className="visually-hidden">{group.label}</legend>
            <Entry node={group} chosen={chosen} onToggle={toggle} count />
            <ul>
              {group.below.map((node) => (
                <Below key={node.id} node={node} chosen={chosen} onToggle={toggle} />
              ))}
            </ul>
          </fieldset>
        ))}
      </div>
    </>
  )
}

type EntryProps<Id extends string | number> = {
  node: Node<Id>
  chosen: ReadonlySet<Id>
  onToggle: (node: Node<Id>, on: boolean) => void
}

function Below<Id extends string | number>(props: EntryProps<Id>) {
  const { node } = props
  return (
    <li>
      <Entry {...props} />
      {node.below.length > 0 && (
        <ul>
          {node.below.map((one) => (
            <Below key={one.id} {...props} node={one} />
          ))}
        </ul>
      )}
    </li>
  )
}

function Entry<Id extends string | number>({
  node,
  chosen,
  onToggle,
  count = false,
}: EntryProps<Id> & { count?: boolean }) {
  const t = useT()
  const id = useId()
  const state = stateOf(node, chosen)
  const leaves = leavesOf(node)
  const always = leaves.every((leaf) => leaf.always)
  return (
    <div className={count ? styles.head : undefined}>
      <label className={styles.entry} htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          ref={(input) => {
            if (input) input.indeterminate = state === 'some'
          }}
          disabled={always}
          checked={state === 'all'}
          onChange={(event) => onToggle(node, event.target.checked)}
        />
        {node.label}
      </label>
      {count ? (
        <span className={styles.note}>
          {t('staff.groupChosen', {
            chosen: leaves.filter((leaf) => leaf.always || chosen.has(leaf.id)).length,
            all: leaves.length,
          })}
        </span>
      ) : (
        node.note && <span className={styles.note}>{node.note}</span>
      )}
    </div>
  )
}
