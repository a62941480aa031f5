'use client'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import cards from '@/components/ui/card-table.module.css'
import SideSheet from '@/components/ui/side-sheet'
import { SkeletonLines } from '@/components/ui/states'
import { DateTimeText, noValue } from '@/components/ui/texts'
import { q } from '@/lib/client/query'
import type { MessageKey, T } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { outside } from '@/lib/platform/outside/contract'
import styles from './call-sheet.module.css'
import { OutsideStatus } from './outside-words'

type Details = OutputOf<typeof outside.call>

/** One request: what was asked, what came back, and every attempt. */
export default function CallSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    ...q(outside.call, { id }),
    // Its answer comes from outside: nothing tells the page.
    refetchInterval: ({ state }) => (state.data?.nextAt ? 3_000 : false),
  })
  return (
    <SideSheet
      className={styles.sheet}
      title={data ? t(`outside.ports.${data.port}`) : t('outside.title')}
      beside={data && <OutsideStatus status={data.status} />}
      onClose={onClose}
    >
      {() => (
        <div className={styles.body}>
          {data ? (
            <Details details={data} />
          ) : error ? (
            <ReadFailure error={error} onRetry={() => void refetch()} />
          ) : (
            <SkeletonLines lines={8} />
          )}
        </div>
      )}
    </SideSheet>
  )
}

function Details({ details }: { details: Details }) {
  const t = useT()
  return (
    <>
      <dl className={styles.values}>
        <Value name={t('outside.purpose')}>{details.about ?? noValue}</Value>
        <Value name={t('outside.simulated')}>
          {t(details.simulated ? 'outside.simulatedBy.yes' : 'outside.simulatedBy.no')}
        </Value>
        <Value name={t('outside.reference')}>{details.reference}</Value>
        <Value name={t('outside.createdAt')}>
          <DateTimeText value={details.createdAt} />
        </Value>
        <Value name={t('outside.nextAt')}>
          <DateTimeText value={details.nextAt} />
        </Value>
        <Value name={t('outside.answeredAt')}>
          <DateTimeText value={details.answeredAt} />
        </Value>
        {details.reason && <Value name={t('outside.reason')}>{details.reason}</Value>}
      </dl>
      <Named title={t('outside.sent')} values={details.sent} none={noValue} />
      <Named title={t('outside.answer')} values={details.answer} none={t('outside.noAnswer')} />
      <Tries tries={details.tries} />
    </>
  )
}

/** A field of another version of the program is shown as it is. */
function fieldName(t: T, name: string): string {
  const key = `outside.fields.${name}`
  const word = t(key as MessageKey)
  return word === key ? name : word
}

const Value = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

function Named({ title, values, none }: { title: string; values: Details['sent']; none: string }) {
  const t = useT()
  return (
    <section>
      <h3>{title}</h3>
      {values.length === 0 ? (
        <p>{none}</p>
      ) : (
        <dl className={styles.values}>
          {values.map(({ name, value }) => (
            <Value key={name} name={fieldName(t, name)}>
              {value}
            </Value>
          ))}
        </dl>
      )}
    </section>
  )
}

function Tries({ tries }: { tries: Details['tries'] }) {
  const t = useT()
  return (
    <section>
      <h3>{t('outside.tries')}</h3>
      {tries.length === 0 ? (
        <p>{t('outside.noTries')}</p>
      ) : (
        <table className={cards.table} aria-label={t('outside.tries')}>
          <thead>
            <tr>
              <th scope="col">{t('outside.at')}</th>
              <th scope="col">{t('outside.kind')}</th>
              <th scope="col">{t('outside.result')}</th>
              <th scope="col">{t('outside.took')}</th>
              <th scope="col">{t('outside.note')}</th>
            </tr>
          </thead>
          <tbody>
            {tries.map(({ id, at, kind, result, ms, note }) => (
              <tr key={id}>
                <td data-label={t('outside.at')}>
                  <DateTimeText value={at} />
                </td>
                <td data-label={t('outside.kind')}>{t(`outside.kinds.${kind}`)}</td>
                <td data-label={t('outside.result')}>{t(`outside.results.${result}`)}</td>
                <td data-label={t('outside.took')}>
                  {t('jobs.seconds', { seconds: (ms / 1000).toFixed(1) })}
                </td>
                <td data-label={t('outside.note')}>{note || noValue}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
