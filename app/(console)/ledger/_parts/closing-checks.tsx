'use client'
import { useQuery } from '@tanstack/react-query'
import { ReadFailure } from '@/components/detail/read-failure'
import { SkeletonLines } from '@/components/ui/states'
import { StatusTag } from '@/components/ui/status-tag'
import { showDateTime } from '@/components/ui/time-text'
import { q } from '@/lib/client/query'
import { books } from '@/lib/domains/books/contract'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import styles from './books.module.css'

type Closing = OutputOf<typeof books.closing>

/** 关账检查: what holds, and of the rest where it is mended. */
export function ClosingChecks({ id }: { id: number }) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    ...q(books.closing, { id }),
    refetchInterval: ({ state }) => (state.data?.proving ? 3_000 : false),
  })
  if (error && !data) return <ReadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={8} />
  return (
    <>
      <ul className={styles.checks} aria-label={t('books.checksTitle')}>
        {data.checks.map(({ code, ok, posted, counted }) => (
          <li key={code}>
            <StatusTag tone={ok ? 'passed' : 'rejected'}>{t(ok ? 'books.holds' : 'books.fails')}</StatusTag>{' '}
            {t(`books.checks.${code}`)}
            {posted !== null && counted !== null && <small>{t('books.compared', { posted, counted })}</small>}
            {!ok && <small>{t(`books.todo.${code}`)}</small>}
          </li>
        ))}
      </ul>
      <Proof data={data} />
    </>
  )
}

function Proof({ data: { proof, proving } }: { data: Closing }) {
  const t = useT()
  if (proving) return <p>{t('books.proving')}</p>
  if (!proof) return <p>{t('books.notProved')}</p>
  const { provedAt, loans, count, differences } = proof
  return (
    <>
      <p>{t('books.proved', { time: showDateTime(provedAt), loans, count })}</p>
      {differences.length > 0 && (
        <ul className={styles.differences}>
          {differences.map((one) => (
            <li key={`${one.loanNo} ${one.what}`}>{t('books.difference', one)}</li>
          ))}
        </ul>
      )}
    </>
  )
}
