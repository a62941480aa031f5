'use client'
import { StatusTag } from '@/components/ui/status-tag'
import { DateTimeText } from '@/components/ui/texts'
import type { ContractView } from '@/lib/domains/contracts/contract/orders'
import { useT } from '@/lib/i18n/use-t'
import type { ContractCase } from '../screen'
import styles from './case.module.css'

const tones = {
  已生成: 'working',
  待签署: 'waiting',
  签署中: 'working',
  已签署: 'passed',
  已过期: 'returned',
  已拒签: 'rejected',
  已作废: 'closed',
} as const

/** The contracts of an order, each a button that shows it. */
export function ContractList({
  contracts,
  shown,
  onShow,
}: {
  contracts: readonly ContractView[]
  shown: number | undefined
  onShow: (id: number) => void
}) {
  const t = useT()
  return (
    <ol className={styles.list} aria-label={t('contracts.existing')}>
      {contracts.map((contract) => (
        <li key={contract.id}>
          <button
            type="button"
            aria-current={contract.id === shown ? 'true' : undefined}
            onClick={() => onShow(contract.id)}
          >
            <span className={styles.title}>
              {contract.title}
              <StatusTag tone={tones[contract.status]}>
                {t(`contracts.statuses.${contract.status}`)}
              </StatusTag>
            </span>
            <span className={styles.number}>{contract.contractNo}</span>
            <span className={styles.facts}>
              {contract.signers.map(({ role, name }) => `${role} ${name}`).join(' · ')}
            </span>
            <span className={styles.facts}>
              {contract.templateVersion} · <DateTimeText value={contract.generatedAt} />
              {contract.voidReason && ` · ${contract.voidReason}`}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

/** Those that would be made now. */
export function Planned({ planned }: { planned: ContractCase['planned'] }) {
  const t = useT()
  return (
    <ol className={styles.planned} aria-label={t('contracts.planned')}>
      {planned.map(({ code, title, version, party }) => (
        <li key={`${code} ${party}`}>
          {title}
          <span className={styles.facts}>{party ? `${party} · ${version}` : version}</span>
        </li>
      ))}
    </ol>
  )
}
