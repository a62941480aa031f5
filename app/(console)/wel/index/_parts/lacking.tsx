'use client'
import Link from '@/components/ui/link'
import { groupThousands } from '@/components/ui/number-text'
import type { home } from '@/lib/domains/home/contract'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { href } from '@/lib/routes'
import styles from '../home.module.css'
import { type Asked, HomeCard } from './home-card'
import { placeOf } from './places'

/** 待补资料: the user's own orders that lack material, each leading to its form. */
export function Lacking({ asked }: { asked: Asked<OutputOf<typeof home.datumInfo>> }) {
  const t = useT()
  const info = asked.data
  const total = info?.total ?? 0
  const note = total > 0 && t('home.todoTotal', { total: groupThousands(String(total)) })
  return (
    <HomeCard name={t('home.lacking')} note={note} asked={asked}>
      {info?.data.length === 0 ? (
        <p className={styles.quiet}>{t('home.noLacking')}</p>
      ) : (
        <ul className={styles.lines} aria-busy={info === undefined}>
          {info?.data.map(({ id, orderNo, customerName, event, missing }) => {
            const facts = (
              <>
                <strong>{customerName}</strong>
                <span className={styles.number}>{orderNo}</span>
                <span className={styles.missing}>{t('home.lackingCount', { count: missing })}</span>
              </>
            )
            const place = placeOf(event)
            return (
              <li key={id}>
                {place ? (
                  <Link className={styles.line} href={href(place.page, { orderId: id })}>
                    {facts}
                  </Link>
                ) : (
                  <div className={styles.line}>{facts}</div>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </HomeCard>
  )
}
