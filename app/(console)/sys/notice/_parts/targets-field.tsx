'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FieldFrame, type FieldProps, useField } from '@/components/form/field-frame'
import controls from '@/components/ui/control.module.css'
import { q } from '@/lib/client/query'
import { useT } from '@/lib/i18n/use-t'
import { messages } from '@/lib/platform/messages/contract'
import type { Audience } from '@/lib/platform/messages/rules/messages'
import styles from './targets.module.css'

type Choice = { code: string; name: string; depth?: number }

/** The roles, units or people of a notice: a list to search and to tick. */
export function TargetsField({ audience, ...props }: FieldProps & { audience: Exclude<Audience, 'all'> }) {
  const t = useT()
  const [search, setSearch] = useState('')
  const { value, setValue, control, ...state } = useField<string[]>(props)
  const { data } = useQuery(q(messages.audienceChoices, {}))
  const choices: readonly Choice[] = data?.[audience] ?? []
  const chosen = new Set(value)
  const found = choices.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
  const choose = (code: string, on: boolean) =>
    setValue(on ? [...chosen, code] : [...chosen].filter((other) => other !== code))
  return (
    <FieldFrame {...props} {...state} group count={t('notices.targetsChosen', { count: chosen.size })}>
      <div className={styles.targets}>
        <input
          ref={control.ref}
          type="search"
          className={controls.control}
          placeholder={t('notices.targetSearch')}
          aria-label={t('notices.targetSearch')}
          aria-invalid={control['aria-invalid']}
          aria-describedby={control['aria-describedby']}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <ul>
          {found.map(({ code, name, depth = 0 }) => (
            <li key={code} style={{ paddingInlineStart: search ? 0 : depth * 16 }}>
              <label>
                <input
                  type="checkbox"
                  checked={chosen.has(code)}
                  onChange={(event) => choose(code, event.target.checked)}
                />
                {name}
              </label>
            </li>
          ))}
        </ul>
        {data && found.length === 0 && <p>{t('notices.noTargets')}</p>}
      </div>
    </FieldFrame>
  )
}
