'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { ActionButton } from '@/components/ui/action-button'
import Link from '@/components/ui/link'
import SideSheet from '@/components/ui/side-sheet'
import { EmptyState, SkeletonLines } from '@/components/ui/states'
import { DateTimeText } from '@/components/ui/texts'
import { q } from '@/lib/client/query'
import { contractTemplates } from '@/lib/domains/contracts/contract/templates'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import styles from './template.module.css'

const step = 20
const most = 100

/** The contracts that were made of a version, newest first, each with its order. */
export default function MadeSheet({
  templateId,
  version,
  onClose,
}: {
  templateId: number
  version: number
  onClose: () => void
}) {
  const t = useT()
  const [length, setLength] = useState(step)
  const made = useQuery({
    ...q(contractTemplates.made, { templateId, version, length }),
    placeholderData: keepPreviousData,
  })
  return (
    <SideSheet
      className={styles.sheetPaper}
      title={t('contractTemplates.madeTitle', { version })}
      onClose={onClose}
    >
      {() => (
        <div className={styles.made}>
          {made.error ? (
            <ReadFailure error={made.error} onRetry={() => void made.refetch()} />
          ) : !made.data ? (
            <SkeletonLines lines={8} />
          ) : made.data.total === 0 ? (
            <EmptyState title={t('contractTemplates.madeEmpty')} />
          ) : (
            <>
              <ul>
                {made.data.data.map((one) => (
                  <li key={one.id}>
                    <strong>{one.contractNo}</strong>
                    <span>{t(`contracts.statuses.${one.status}`)}</span>
                    <Link href={href('entryDetails', { orderId: one.orderId })}>{one.orderNo}</Link>
                    <span>{one.customerName}</span>
                    <small>
                      <DateTimeText value={one.generatedAt} />
                    </small>
                  </li>
                ))}
              </ul>
              {made.data.data.length < Math.min(made.data.total, most) && (
                <ActionButton busy={made.isFetching} onClick={() => setLength(Math.min(length + step, most))}>
                  {t('contractTemplates.showMore')}
                </ActionButton>
              )}
            </>
          )}
        </div>
      )}
    </SideSheet>
  )
}
