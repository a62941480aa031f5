'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import controls from '@/components/ui/control.module.css'
import { Section } from '@/components/ui/section'
import { EmptyState, ErrorState, SkeletonLines } from '@/components/ui/states'
import { readServiceCalls, type ServiceCall } from '@/lib/client/service-calls'
import { useT } from '@/lib/i18n/use-t'
import styles from '../service.module.css'
import { CallTrial } from './call-trial'

/** Every call of the service: searched on the left, described and tried on the right. */
export function CallBoard() {
  const t = useT()
  const { data, isError, refetch } = useQuery({ queryKey: ['service calls'], queryFn: readServiceCalls })
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<ServiceCall>()
  if (isError && !data) return <ErrorState message={t('service.unanswered')} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={8} height={40} />
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = data.filter(({ name, path, about }) =>
    words.every((word) => `${name} ${path} ${about}`.toLowerCase().includes(word)),
  )
  return (
    <Section
      title={t('service.calls')}
      actions={
        <a href="/openapi.json" download="openapi.json">
          {t('service.document')}
        </a>
      }
    >
      <div className={styles.parts}>
        <div className={styles.calls}>
          <input
            type="search"
            className={controls.control}
            placeholder={t('service.search')}
            aria-label={t('service.search')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          {found.length === 0 && <EmptyState title={t('service.none')} />}
          <ul>
            {found.map((call) => (
              <li key={call.name}>
                <button
                  type="button"
                  className={styles.call}
                  aria-current={call.name === chosen?.name || undefined}
                  onClick={() => setChosen(call)}
                >
                  <span className={styles.path}>{call.path}</span>
                  <span className={styles.name}>{call.name}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
        {chosen ? <CallTrial key={chosen.name} call={chosen} /> : <EmptyState title={t('service.choose')} />}
      </div>
    </Section>
  )
}
