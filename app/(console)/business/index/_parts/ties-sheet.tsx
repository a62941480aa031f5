'use client'
import { useQuery } from '@tanstack/react-query'
import { ReadFailure } from '@/components/detail/read-failure'
import Link from '@/components/ui/link'
import { KeyValue, KeyValues } from '@/components/ui/section'
import SideSheet from '@/components/ui/side-sheet'
import { EmptyState, SkeletonLines } from '@/components/ui/states'
import { q } from '@/lib/client/query'
import { type EnterpriseRow, type EnterpriseTies, enterprises } from '@/lib/domains/enterprises/contract'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { formatMoney } from '@/lib/rules/money-text'
import styles from './ties.module.css'

type Tie = EnterpriseTies[number]

/** The list that shows what hangs on a company, found by what it is searched with. */
const listOf: Partial<Record<Tie['kind'], (q: string) => string>> = {
  orders: (q) => href('orderQuery', { q }),
  loans: (q) => href('loans', { q }),
  channels: (q) => href('channelOpening', { q }),
  shops: (q) => href('shopOpening', { q }),
}

/** 关联: what of the tenant names a company. */
export default function TiesSheet({ company, onClose }: { company: EnterpriseRow; onClose: () => void }) {
  const t = useT()
  const { data, error, refetch } = useQuery(q(enterprises.ties, { id: company.id }))
  return (
    <SideSheet title={t('enterprises.tiesOf', { name: company.name })} onClose={onClose}>
      {() => (
        <div className={styles.ties}>
          {error && !data ? (
            <ReadFailure error={error} onRetry={() => void refetch()} />
          ) : !data ? (
            <SkeletonLines lines={4} />
          ) : data.length === 0 ? (
            <EmptyState title={t('enterprises.noTies')} />
          ) : (
            <KeyValues>
              {data.map((tie) => (
                <KeyValue key={tie.kind} label={t(`enterprises.tieKinds.${tie.kind}`)}>
                  <Counted tie={tie} />
                </KeyValue>
              ))}
            </KeyValues>
          )}
        </div>
      )}
    </SideSheet>
  )
}

function Counted({ tie: { kind, count, amount, q } }: { tie: Tie }) {
  const t = useT()
  const address = q === null ? undefined : listOf[kind]?.(q)
  return (
    <>
      {count} {amount !== null && <>{t('enterprises.outstanding', { amount: formatMoney(amount) })} </>}
      {address && <Link href={address}>{t('enterprises.openList')}</Link>}
    </>
  )
}
