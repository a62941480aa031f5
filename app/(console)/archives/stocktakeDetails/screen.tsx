'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { DetailPage } from '@/components/detail/detail-page'
import { ReadFailure } from '@/components/detail/read-failure'
import { KeyValue, KeyValues, Section } from '@/components/ui/section'
import { PageSkeleton } from '@/components/ui/states'
import { useTab, useTabLocation } from '@/components/ui/tab-port'
import { DateTimeText } from '@/components/ui/texts'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { call } from '@/lib/client/call'
import { codeOptions } from '@/lib/client/options'
import { q } from '@/lib/client/query'
import { archives, type TakeDifference, type TakeView } from '@/lib/domains/archives/contract'
import { archiveLimits, boxForm } from '@/lib/domains/archives/rules/archive'
import { isRunning, type Resolution, resolutionsOf } from '@/lib/domains/archives/rules/stocktake'
import { useT } from '@/lib/i18n/use-t'
import styles from '../_parts/archives.module.css'
import { Scanner } from '../_parts/scanner'

/** 盘点详情: the scanner, and what is not where it should be. */
export function TakeScreen() {
  const { query } = useTabLocation()
  const id = Number(new URLSearchParams(query).get('takeId'))
  const { data, error, refetch } = useQuery(q(archives.take, { id }))
  if (data) return <Take take={data} />
  return error ? <ReadFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />
}

const finish = verb(archives.finishTake, {
  label: 'archives.finishTake',
  main: true,
  of: (take: TakeView) => isRunning(take),
  name: ({ takeNo }: TakeView) => takeNo,
  ask: 'archives.finishTakeQuestion',
  note: 'archives.finishTakeNote',
  input: ({ id }) => ({ id }),
  done: 'archives.takeFinished',
})

type Open = { take: TakeView; difference: TakeDifference; rowVersion: number }
const resolve = verb(archives.resolveTake, {
  label: 'archives.resolve',
  of: ({ difference }: Open) => difference.resolution === null,
  name: ({ difference }) => difference.archiveNo,
  words: ({ difference }) => ({ archiveNo: difference.archiveNo }),
  ask: 'archives.resolveTitle',
  fields: {
    resolution: {
      kind: 'select',
      label: 'archives.resolution',
      required: true,
      options: ({ difference }: Open) => codeOptions('archives.resolutions', resolutionsOf[difference.kind]),
    },
    note: { kind: 'text', label: 'archives.note', maxLength: archiveLimits.reason },
  },
  input: ({ take, difference }, { resolution, note }) => ({
    note,
    id: take.id,
    differenceId: difference.id,
    resolution: resolution as Resolution,
  }),
  done: 'archives.resolved',
})

function Take({ take }: { take: TakeView }) {
  const t = useT()
  const { setLabel } = useTab()
  const verbs = useVerbs({ finish })
  const resolving = useVerbs({ resolve })
  const last = take.scans[0]
  const [boxNo, setBoxNo] = useState(last?.boxNo ?? '')
  useEffect(() => setLabel(take.takeNo), [take.takeNo, setLabel])
  const scan = async (text: string) => {
    const code = text.toUpperCase()
    // Whoever scans a box again goes on in it.
    if (!code.startsWith('DA') && boxForm.test(code)) setBoxNo(code)
    const said = await call(archives.scanTake, { id: take.id, code, boxNo })
    return said.archiveNo === null
      ? t('archives.boxTaken', { boxNo: said.boxNo })
      : t('archives.fileTaken', { archiveNo: said.archiveNo, boxNo: said.boxNo })
  }
  return (
    <DetailPage
      name={t('routes.archiveTakes')}
      number={take.takeNo}
      actions={<VerbButtons verbs={verbs.of(take)} />}
    >
      <Section title={t(`archives.takeStates.${take.status}`)}>
        <KeyValues>
          <KeyValue label={t('archives.scope')}>{take.scope || t('archives.wholeScope')}</KeyValue>
          <KeyValue label={t('archives.createdByName')}>
            {take.createdByName} <DateTimeText value={take.createdAt} />
          </KeyValue>
          <KeyValue label={t('archives.boxes')}>{take.boxes}</KeyValue>
          <KeyValue label={t('archives.files')}>
            {take.files} / {take.expected}
          </KeyValue>
        </KeyValues>
      </Section>
      {isRunning(take) ? (
        <Section title={t('archives.scanList')}>
          <p>
            {t('archives.currentBox')}: <strong>{boxNo || t('archives.noCurrentBox')}</strong>
          </p>
          <Scanner label={t('archives.scanTake')} take={scan} />
          <ul>
            {take.scans.slice(0, 50).map(({ id, boxNo: box, archiveNo }) => (
              <li key={id}>
                {box} {archiveNo}
              </li>
            ))}
          </ul>
        </Section>
      ) : (
        <Section title={t('archives.differences')}>
          {take.differences.length === 0 ? (
            t('archives.noDifferences')
          ) : (
            <div className={styles.scroll}>
              <table className={styles.rows}>
                <thead>
                  <tr>
                    <th>{t('archives.archiveNo')}</th>
                    <th>{t('archives.customerName')}</th>
                    <th>{t('archives.differenceKind')}</th>
                    <th>{t('archives.expectedBox')}</th>
                    <th>{t('archives.foundBox')}</th>
                    <th>{t('archives.resolution')}</th>
                  </tr>
                </thead>
                <tbody>
                  {take.differences.map((one) => (
                    <tr key={one.id}>
                      <td>{one.archiveNo}</td>
                      <td>{one.customerName}</td>
                      <td>{t(`archives.differenceKinds.${one.kind}`)}</td>
                      <td>{one.expectedBox ?? '–'}</td>
                      <td>{one.foundBox ?? '–'}</td>
                      <td>
                        {one.resolution ? (
                          <>
                            {t(`archives.resolutions.${one.resolution}`)} {one.note} {one.resolvedByName}
                          </>
                        ) : (
                          <VerbButtons
                            size="small"
                            verbs={resolving.of({ take, difference: one, rowVersion: take.rowVersion })}
                          />
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </Section>
      )}
      {verbs.dialog}
      {resolving.dialog}
    </DetailPage>
  )
}
