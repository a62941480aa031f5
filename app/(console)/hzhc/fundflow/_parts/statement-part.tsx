'use client'
import { useQuery } from '@tanstack/react-query'
import { ReadFailure } from '@/components/detail/read-failure'
import { ReadRows } from '@/components/imports/read-rows'
import { SkeletonLines } from '@/components/ui/states'
import { call } from '@/lib/client/call'
import { download } from '@/lib/client/download'
import { q } from '@/lib/client/query'
import { fundFlows } from '@/lib/domains/fund-flows/contract'
import { lacksOf, statementFields } from '@/lib/domains/fund-flows/rules/statement'
import { useT } from '@/lib/i18n/use-t'

/** One file as it was read: its columns, what is wrong with it, and 导入. */
export function StatementPart({ importId }: { importId: number }) {
  const t = useT()
  const { data, error, refetch } = useQuery(q(fundFlows.statement, { importId }))
  if (error && !data) return <ReadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={6} />
  const on = { importId, rowVersion: data.rowVersion }
  return (
    <ReadRows
      key={data.rowVersion}
      file={data}
      fields={statementFields}
      labelOf={(field) => t(`fundFlows.fields.${field}`)}
      wrong={data.wrong.map(({ finding, ...one }) => ({
        ...one,
        reason: t(`fundFlows.findings.${finding}`),
      }))}
      lacksIn={(columns) => lacksOf(columns).length > 0}
      onMap={(columns) => call(fundFlows.mapColumns, { ...on, columns })}
      onBook={() => call(fundFlows.bookStatement, on)}
      onDownload={() => download(fundFlows.wrongRows, { importId })}
    />
  )
}
