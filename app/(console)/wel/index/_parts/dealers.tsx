'use client'
import { groupThousands } from '@/components/ui/number-text'
import { Bone } from '@/components/ui/states'
import type { home } from '@/lib/domains/home/contract'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import styles from '../home.module.css'
import { type Asked, HomeCard } from './home-card'

type Dealer = OutputOf<typeof home.showDealer>

/** 经销商: the shop the user works for, or the shops that bring the most this month. */
export function Dealers({ asked }: { asked: Asked<Dealer> }) {
  const t = useT()
  const dealer = asked.data
  return (
    <HomeCard
      name={t('home.dealer')}
      title={dealer?.own?.shopName}
      note={dealer?.own?.status ?? t('home.topDealers')}
      asked={asked}
    >
      {!dealer ? (
        <p className={styles.quiet}>
          <Bone />
        </p>
      ) : dealer.own ? (
        <OwnShop own={dealer.own} month={dealer.top[0]} />
      ) : (
        <TopShops top={dealer.top} />
      )}
    </HomeCard>
  )
}

function OwnShop({
  own,
  month,
}: {
  own: NonNullable<Dealer['own']>
  month: Dealer['top'][number] | undefined
}) {
  const t = useT()
  const facts = [
    [t('home.channel'), own.channelName],
    [t('home.branch'), own.branchName],
    [t('home.coopTo'), own.coopTo ?? t('home.openEnd')],
    [t('home.topDealers'), t('home.dealerOrders', { orders: groupThousands(String(month?.orders ?? 0)) })],
  ] as const
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function TopShops({ top }: { top: Dealer['top'] }) {
  const t = useT()
  if (top.length === 0) return <p className={styles.quiet}>{t('home.noDealers')}</p>
  const most = Math.max(...top.map(({ orders }) => orders))
  return (
    <ol className={styles.shops}>
      {top.map(({ shopId, shopName, orders, passed }) => (
        <li key={shopId}>
          <span className={styles.shop}>{shopName}</span>
          <span>{t('home.dealerOrders', { orders: groupThousands(String(orders)) })}</span>
          <span className={styles.note}>
            {t('home.dealerPassed', { passed: groupThousands(String(passed)) })}
          </span>
          <span
            className={styles.bar}
            aria-hidden="true"
            style={{ inlineSize: `${(orders / most) * 100}%` }}
          />
        </li>
      ))}
    </ol>
  )
}
