'use client'
import { useState } from 'react'
import { DictionaryText } from '@/components/form/field-value'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { ScrollArea } from '@/components/ui/scroll-area'
import { Section } from '@/components/ui/section'
import { MoneyText, noValue } from '@/components/ui/texts'
import { useCan } from '@/lib/client/permission'
import { useSession } from '@/lib/client/session'
import type { Permission } from '@/lib/domains/identity/rules/roles'
import type { PolicyView } from '@/lib/domains/materials/contract/papers'
import { setCan } from '@/lib/domains/materials/rules/material-sets'
import { useT } from '@/lib/i18n/use-t'
import type { PaperCase } from './paper-set-screen'
import styles from './papers.module.css'
import { PolicyStateTag } from './set-state'
import { factsOf } from './use-paper-verbs'

// Parts that open on a click are loaded with it.
const PolicyDialog = lazyPart(() => import('./policy-dialog'), ['forms'])

const byInsurer = { ok: false, reason: 'papers.refusals.policyByInsurer' } as const

/** The policies of an order, typed from their scans. */
export function PoliciesSection({ data }: { data: PaperCase }) {
  const t = useT()
  const can = useCan()
  const { permissions } = useSession()
  const [edited, setEdited] = useState<PolicyView | 'new'>()
  const { order, policies } = data
  const permit = setCan('change', factsOf({ ...data, ...order }), permissions as readonly Permission[])
  const mayEdit = can('material:upload') && permit.ok
  return (
    <Section
      title={t('papers.policies')}
      actions={
        can('material:upload') && (
          <ActionButton size="small" permit={permit} onClick={() => setEdited('new')}>
            {t('papers.addPolicy')}
          </ActionButton>
        )
      }
    >
      {policies.length === 0 ? (
        t('papers.noPolicies')
      ) : (
        <ScrollArea label={t('papers.policies')}>
          <table className={styles.table} aria-label={t('papers.policies')}>
            <thead>
              <tr>
                {mayEdit && <th scope="col" aria-label={t('papers.editPolicy')} />}
                {columns.map((name) => (
                  <th key={name} scope="col">
                    {t(`papers.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {policies.map((policy) => (
                <tr key={policy.id}>
                  {mayEdit && (
                    <td>
                      <ActionButton
                        size="small"
                        variant="text"
                        permit={policy.byInsurer ? byInsurer : permit}
                        onClick={() => setEdited(policy)}
                      >
                        {t('papers.editPolicy')}
                      </ActionButton>
                    </td>
                  )}
                  <td>
                    <DictionaryText type="ins_type" code={policy.insType} />
                  </td>
                  <td className={styles.state}>
                    <PolicyStateTag status={policy.status} />
                  </td>
                  <td>
                    <DictionaryText type="insurer" code={policy.insurer} />
                  </td>
                  <td>{policy.policyNo || noValue}</td>
                  <td>{policy.startDate ?? noValue}</td>
                  <td>{policy.endDate ?? noValue}</td>
                  <td>
                    <MoneyText value={policy.premium} />
                  </td>
                  <td>
                    <MoneyText value={policy.sumInsured} />
                  </td>
                  <td>{policy.insuredname || noValue}</td>
                  <td>{policy.beneficiary || noValue}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
      {edited && (
        <PolicyDialog
          order={order}
          policy={edited === 'new' ? null : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Section>
  )
}

const columns = [
  'insType',
  'policyStatus',
  'insurer',
  'policyNo',
  'startDate',
  'endDate',
  'premium',
  'sumInsured',
  'insuredname',
  'beneficiary',
] as const
