'use client'
import { useQuery } from '@tanstack/react-query'
import { ReadFailure } from '@/components/detail/read-failure'
import { EmptyState, SkeletonLines } from '@/components/ui/states'
import { q } from '@/lib/client/query'
import { system } from '@/lib/domains/system/contract'
import { useT } from '@/lib/i18n/use-t'
import styles from './releases.module.css'

/** 更新日志: the versions of the product, the newest first, each with what is new in it. */
export function ReleasesScreen({ current }: { current: string }) {
  const t = useT()
  const { data, error, refetch } = useQuery(q(system.versions, {}))
  return (
    <article className={styles.releases}>
      <h1>{t('routes.releaseNotes')}</h1>
      {data?.map(({ version, notes }) => (
        <section key={version} aria-label={version}>
          <h2>
            {version}
            {version === current && <span className={styles.current}>{t('account.currentVersion')}</span>}
          </h2>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      ))}
      {data?.length === 0 && <EmptyState title={t('account.noReleases')} />}
      {!data && error && <ReadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonLines lines={6} />}
    </article>
  )
}
