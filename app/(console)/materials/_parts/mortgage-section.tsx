'use client'
import { useState } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { KeyValue, KeyValues, Section } from '@/components/ui/section'
import { useCan } from '@/lib/client/permission'
import { useSession } from '@/lib/client/session'
import type { Permission } from '@/lib/domains/identity/rules/roles'
import { setCan } from '@/lib/domains/materials/rules/material-sets'
import { isToFree, mortgageStatuses } from '@/lib/domains/materials/rules/mortgage'
import { useT } from '@/lib/i18n/use-t'
import type { PaperCase } from './paper-set-screen'
import { MortgageStateTag } from './set-state'
import { factsOf } from './use-paper-verbs'

// Parts that open on a click are loaded with it.
const FreeMortgageDialog = lazyPart(() => import('./free-mortgage-dialog'), ['forms'])
const MortgageDialog = lazyPart(() => import('./mortgage-dialog'), ['forms'])

/** 抵押登记 of an order: who is at which office since when, and what the certificate says. */
export function MortgageSection({ data }: { data: PaperCase }) {
  const t = useT()
  const can = useCan()
  const { permissions } = useSession()
  const [isOpen, setOpen] = useState(false)
  const [frees, setFrees] = useState(false)
  const { order, mortgage } = data
  const permit = setCan('change', factsOf({ ...data, ...order }), permissions as readonly Permission[])
  return (
    <Section
      title={t('papers.mortgage')}
      actions={
        <>
          <MortgageStateTag status={mortgage?.status ?? mortgageStatuses[0]} />
          {can('material:upload') && mortgage && isToFree(mortgage.status) && (
            <ActionButton size="small" onClick={() => setFrees(true)}>
              {t('papers.free')}
            </ActionButton>
          )}
          {can('material:upload') && (
            <ActionButton size="small" permit={permit} onClick={() => setOpen(true)}>
              {t(mortgage ? 'papers.editMortgage' : 'papers.startMortgage')}
            </ActionButton>
          )}
        </>
      }
    >
      {mortgage ? (
        <KeyValues>
          <KeyValue label={t('papers.agent')}>{mortgage.agent}</KeyValue>
          <KeyValue label={t('papers.dmvOffice')}>{mortgage.dmvOffice}</KeyValue>
          <KeyValue label={t('papers.applyAt')}>{mortgage.applyAt}</KeyValue>
          <KeyValue label={t('papers.regNo')}>{mortgage.regNo}</KeyValue>
          <KeyValue label={t('papers.mortgagee')}>{mortgage.mortgagee}</KeyValue>
          <KeyValue label={t('papers.rank')}>{mortgage.rank}</KeyValue>
          <KeyValue label={t('papers.doneAt')}>{mortgage.doneAt}</KeyValue>
          {mortgage.releaseApplyAt && (
            <>
              <KeyValue label={t('papers.releaseApplyAt')}>{mortgage.releaseApplyAt}</KeyValue>
              <KeyValue label={t('papers.releaseDoneAt')}>{mortgage.releaseDoneAt}</KeyValue>
              <KeyValue label={t('papers.releaseExpressNo')}>{mortgage.releaseExpressNo}</KeyValue>
            </>
          )}
        </KeyValues>
      ) : (
        t('papers.noMortgage')
      )}
      {frees && mortgage && (
        <FreeMortgageDialog order={order} mortgage={mortgage} onClose={() => setFrees(false)} />
      )}
      {isOpen && <MortgageDialog order={order} mortgage={mortgage} onClose={() => setOpen(false)} />}
    </Section>
  )
}
