'use client'
import { TabList } from '@/components/ui/tab-list'
import { useTabLocation } from '@/components/ui/tab-port'
import { useT } from '@/lib/i18n/use-t'
import styles from './_parts/batch.module.css'
import { BatchList } from './_parts/batch-list'
import { BatchPage } from './_parts/batch-page'
import { CandidateList } from './_parts/candidate-list'

const views = ['batches', 'orders'] as const
type View = (typeof views)[number]

/** 批量生成: the batches, the orders that one can be started for, and what came of each order of one. */
export function ContractBatchScreen() {
  const t = useT()
  const { query, setQuery } = useTabLocation()
  const parameters = new URLSearchParams(query)
  const batchId = Number(parameters.get('batchId'))
  if (batchId > 0) return <BatchPage key={batchId} id={batchId} />
  const shown = views.find((view) => view === parameters.get('view')) ?? 'batches'
  const show = (view: View) => {
    // Filters and page are those of the list that was left.
    const others = [...new Set(parameters.keys())].map((name) => [name, null] as const)
    setQuery({ ...Object.fromEntries(others), view: view === 'batches' ? null : view })
  }
  return (
    <div className={styles.views}>
      <TabList<View>
        label={t('contractBatch.views')}
        shown={shown}
        onShow={show}
        parts={[
          {
            key: 'batches',
            label: t('contractBatch.viewBatches'),
            content: () => <BatchList onNew={() => show('orders')} />,
          },
          { key: 'orders', label: t('contractBatch.viewOrders'), content: () => <CandidateList /> },
        ]}
      />
    </div>
  )
}
