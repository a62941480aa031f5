'use client'
import { useQuery } from '@tanstack/react-query'
import { ReadFailure } from '@/components/detail/read-failure'
import { RecordDialog } from '@/components/oversight/record-dialog'
import { ActionButton } from '@/components/ui/action-button'
import cards from '@/components/ui/card-table.module.css'
import { Notice } from '@/components/ui/notice'
import { SkeletonLines } from '@/components/ui/states'
import { noValue } from '@/components/ui/texts'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { q } from '@/lib/client/query'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { outside } from '@/lib/platform/outside/contract'
import styles from './call-sheet.module.css'

type Port = OutputOf<typeof outside.ports>['data'][number]

const set = (byHand: boolean) =>
  verb(outside.setSimulator, {
    label: byHand ? 'outside.switchToHand' : 'outside.switchToOnce',
    of: (row: Port) => row.leads === 'simulator' && row.byHand !== byHand,
    name: ({ port }: Port) => port,
    input: ({ port }) => ({ port, byHand }),
    done: 'outside.switched',
  })
const verbsOfPort = { hand: set(true), once: set(false) }

/** 服务与模拟器: where each port leads, and in a demo how its simulator answers. */
export default function PortsDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const { data, error, refetch } = useQuery(q(outside.ports, {}))
  const verbs = useVerbs(verbsOfPort)
  const isDemo = data?.data.some(({ leads }) => leads === 'simulator')
  return (
    <RecordDialog title={t('outside.setup')} onClose={onClose}>
      {isDemo && (
        <Notice tone="waiting">
          {t('outside.demo')}。{t('outside.setupNote')}
        </Notice>
      )}
      {error && !data ? (
        <ReadFailure error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <table className={`${cards.table} ${styles.ports}`} aria-label={t('outside.setup')}>
          <thead>
            <tr>
              <th scope="col">{t('outside.port')}</th>
              <th scope="col">{t('outside.simulated')}</th>
              <th scope="col">{t('outside.open')}</th>
              <th scope="col">{t('outside.dead')}</th>
              <th scope="col">{t('outside.mode')}</th>
            </tr>
          </thead>
          <tbody>
            {data.data.map((row) => (
              <tr key={row.port}>
                <td data-label={t('outside.port')}>{t(`outside.ports.${row.port}`)}</td>
                <td data-label={t('outside.simulated')}>{t(`outside.leads.${row.leads}`)}</td>
                <td data-label={t('outside.open')}>{row.open}</td>
                <td data-label={t('outside.dead')}>{row.dead}</td>
                <td data-label={t('outside.mode')}>
                  <span className={styles.mode}>
                    {row.leads === 'simulator'
                      ? t(row.byHand ? 'outside.byHand' : 'outside.atOnce')
                      : noValue}
                    {verbs.of(row).map(({ key, label, busy, run }) => (
                      <ActionButton key={key} size="small" busy={busy} onClick={run}>
                        {label}
                      </ActionButton>
                    ))}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <SkeletonLines lines={5} height={32} />
      )}
      {verbs.dialog}
    </RecordDialog>
  )
}
