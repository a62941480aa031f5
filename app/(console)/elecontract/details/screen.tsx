'use client'
import { useRef, useState } from 'react'
import { OrderPage } from '@/components/order/order-page'
import { OrderScreen } from '@/components/order/order-screen'
import { QuoteFigures } from '@/components/order/quote-figures'
import { useOrderPermits } from '@/components/order/use-order-permits'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import Link from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { EmptyState } from '@/components/ui/states'
import { toast } from '@/components/ui/toast'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { download } from '@/lib/client/download'
import { useHasAnyPermission } from '@/lib/client/permission'
import { q } from '@/lib/client/query'
import { orderSigning } from '@/lib/domains/contracts/contract/order-signing'
import { orderContracts } from '@/lib/domains/contracts/contract/orders'
import { isLive } from '@/lib/domains/contracts/rules/contract-kinds'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { href } from '@/lib/routes'
import styles from './_parts/case.module.css'
import { ContractList, Planned } from './_parts/contract-list'
import { SigningPanel } from './_parts/signing-panel'

// The reader of PDFs comes with the first contract that is opened.
const ContractPages = lazyPart(() => import('./_parts/contract-pages'))

export type ContractCase = OutputOf<typeof orderContracts.get>

/** 签约详情: the contracts of one order, made here and read beside their list. */
export function ContractCaseScreen() {
  return (
    <OrderScreen read={(orderId) => q(orderContracts.get, { orderId })}>
      {(data) => <Case key={data.order.id} data={data} />}
    </OrderScreen>
  )
}

function Case({ data }: { data: ContractCase }) {
  const t = useT()
  const { order, contracts, planned, obstacles, quote } = data
  const live = contracts.filter(({ status }) => isLive(status))
  // Contracts that are signed want nothing of anybody; 作废重签 says so itself.
  const hindering = obstacles.filter(({ key }) => key !== 'signed')
  const maySeeAccounts = useHasAnyPermission('account:save', 'account:check')
  const [chosen, setChosen] = useState<number>()
  const reader = useRef<HTMLDivElement>(null)
  const show = (id: number) => {
    setChosen(id)
    // Below its list nobody would see that another one is open.
    const { top = 0 } = reader.current?.getBoundingClientRect() ?? {}
    if (top > innerHeight - 200) reader.current?.scrollIntoView({ block: 'start' })
  }
  const shown = contracts.find(({ id }) => id === chosen) ?? live[0]
  return (
    <OrderPage
      order={order}
      actions={<Actions data={data} live={live.length > 0} />}
      notice={
        hindering.length > 0 && (
          <Notice tone="waiting">
            {t('contracts.obstaclesTitle')}
            <ul className={styles.obstacles}>
              {hindering.map(({ key, names }) => (
                <li key={key}>
                  {t(`contracts.obstacles.${key}` as MessageKey, { names })}
                  {key.startsWith('card') && (
                    <>
                      {' '}
                      <Link href={href('cardCase', { orderId: order.id })}>{t('contracts.openCard')}</Link>
                    </>
                  )}
                  {key === 'payee' && maySeeAccounts && (
                    <>
                      {' '}
                      <Link href={href('accountReview')}>{t('contracts.openAccounts')}</Link>
                    </>
                  )}
                </li>
              ))}
            </ul>
          </Notice>
        )
      }
      side={
        <Section title={t('contracts.elements')}>
          <QuoteFigures quote={quote} />
        </Section>
      }
    >
      {contracts.length > 0 && <SigningPanel order={order} />}
      <Section
        title={t('contracts.existing')}
        actions={
          <div className={styles.files}>
            {shown?.sent && (
              <ActionButton
                size="small"
                onClick={() => download(orderSigning.report, { id: shown.id }).catch(() => {})}
              >
                {t('signing.downloadReport')}
              </ActionButton>
            )}
            {live.length > 0 && (
              <ActionButton
                size="small"
                onClick={() =>
                  download(orderContracts.files, { ids: live.map(({ id }) => id) }).catch(() => {})
                }
              >
                {t('contracts.downloadAll')}
              </ActionButton>
            )}
          </div>
        }
      >
        {contracts.length === 0 ? (
          <EmptyState title={t('contracts.noContracts')} />
        ) : (
          <div className={styles.desk}>
            <ContractList contracts={contracts} shown={shown?.id} onShow={show} />
            <div ref={reader} className={styles.place}>
              {shown ? (
                <ContractPages key={shown.id} contract={shown} />
              ) : (
                <EmptyState title={t('contracts.choose')} />
              )}
            </div>
          </div>
        )}
      </Section>
      {live.length === 0 && (
        <Section title={t('contracts.planned')}>
          <Planned planned={planned} />
        </Section>
      )}
    </OrderPage>
  )
}

type Row = ContractCase['order'] & { live: boolean; count: number }

function Actions({ data: { order, planned, obstacles }, live }: { data: ContractCase; live: boolean }) {
  const t = useT()
  const may = useOrderPermits()
  const [obstacle] = obstacles
  const shared = {
    permit: (row: Row) =>
      obstacle
        ? {
            ok: false as const,
            reason: `contracts.obstacles.${obstacle.key}` as MessageKey,
            params: { names: obstacle.names },
          }
        : may.event('gen_contract', row),
    name: ({ orderNo }: Row) => orderNo,
    words: ({ count }: Row) => ({ count }),
    done: ({ made }: { made: number }) => toast.success(t('contracts.made', { count: made })),
  }
  const verbs = useVerbs({
    generate: verb(orderContracts.generate, {
      ...shared,
      label: 'contracts.generate',
      main: true,
      of: (row: Row) => !row.live,
      ask: 'contracts.generateTitle',
      note: 'contracts.generateNote',
      input: ({ id }) => ({ orderId: id }),
    }),
    again: verb(orderContracts.generate, {
      ...shared,
      label: 'contracts.again',
      of: (row: Row) => row.live,
      ask: 'contracts.againTitle',
      note: 'contracts.againNote',
      fields: { reason: { kind: 'text', label: 'contracts.reason', required: true, maxLength: 200 } },
      input: ({ id }, { reason }) => ({ orderId: id, reason }),
    }),
  })
  const row: Row = { ...order, live, count: planned.length }
  return (
    <>
      <VerbButtons verbs={verbs.of(row)} />
      {verbs.dialog}
    </>
  )
}
