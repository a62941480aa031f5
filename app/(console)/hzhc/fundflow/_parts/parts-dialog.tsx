'use client'
import { useQuery } from '@tanstack/react-query'
import { ReadFailure } from '@/components/detail/read-failure'
import cards from '@/components/ui/card-table.module.css'
import Link from '@/components/ui/link'
import { EmptyState, SkeletonLines } from '@/components/ui/states'
import { DateTimeText, MoneyText } from '@/components/ui/texts'
import { WideDialog } from '@/components/ui/wide-dialog'
import { q } from '@/lib/client/query'
import { type FundFlowRow, fundFlows } from '@/lib/domains/fund-flows/contract'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'

/** 匹配明细: what a flow stands for, and what of it was taken back. */
export default function PartsDialog({ flow, onClose }: { flow: FundFlowRow; onClose: () => void }) {
  const t = useT()
  const { data, error, refetch } = useQuery(q(fundFlows.parts, { flowId: flow.id }))
  return (
    <WideDialog title={t('fundFlows.partsOf', { flowNo: flow.flowNo })} onClose={onClose}>
      {error && !data ? (
        <ReadFailure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonLines lines={3} />
      ) : data.length === 0 ? (
        <EmptyState title={t('fundFlows.noParts')} hint={flow.reason} />
      ) : (
        <table className={`${cards.table} ${cards.fitted}`} aria-label={t('fundFlows.parts')}>
          <thead>
            <tr>
              <th scope="col">{t('fundFlows.target')}</th>
              <th scope="col">{t('fundFlows.targetTitle')}</th>
              <th scope="col" className={cards.number}>
                {t('fundFlows.amount')}
              </th>
              <th scope="col">{t('fundFlows.reason')}</th>
              <th scope="col">{t('fundFlows.matchedAt')}</th>
              <th scope="col">{t('fundFlows.undoneAt')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((part) => (
              <tr key={part.id}>
                <td data-label={t('fundFlows.target')}>{t(`fundFlows.targets.${part.kind}`)}</td>
                <td data-label={t('fundFlows.targetTitle')}>
                  {part.orderId === null ? (
                    part.title
                  ) : (
                    <Link href={href('loanCase', { orderId: part.orderId })}>{part.title}</Link>
                  )}
                </td>
                <td className={cards.number} data-label={t('fundFlows.amount')}>
                  <MoneyText value={part.amount} />
                </td>
                <td data-label={t('fundFlows.reason')}>
                  {t(`fundFlows.rules.${part.rule}`)}
                  {part.booked && ` · ${t('fundFlows.bookedReceipt')}`}
                </td>
                <td data-label={t('fundFlows.matchedAt')}>
                  <DateTimeText value={part.createdAt} />
                </td>
                <td className={cards.long} data-label={t('fundFlows.undoneAt')}>
                  {part.undoneAt && (
                    <span>
                      <DateTimeText value={part.undoneAt} /> {part.undoneWhy}
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </WideDialog>
  )
}
