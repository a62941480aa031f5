'use client'
import { DictionaryText } from '@/components/form/field-value'
import { MoneyText, noValue } from '@/components/ui/texts'
import type { applications } from '@/lib/domains/orders/contract'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import styles from './section-view.module.css'
import { SensitiveText } from './sensitive-text'

type Person = OutputOf<typeof applications.get>['linkedPersons'][number]

/** 关联人: spouse, emergency contacts and the like; their personal data masked until somebody asks. */
export function LinkedPersons({ persons }: { persons: readonly Person[] }) {
  const t = useT()
  if (persons.length === 0) return <p className={styles.none}>{t('details.noLinkedPersons')}</p>
  const labels = {
    role: t('details.role'),
    name: t('details.name'),
    relation: t('details.relation'),
    idNo: t('columns.idNo'),
    mobile: t('columns.mobile'),
    employer: t('details.employer'),
    income: t('details.income'),
    address: t('details.address'),
  }
  const secret = (id: number, field: 'idNo' | 'mobile' | 'address', masked: string | null, label: string) => (
    <SensitiveText
      masked={masked}
      label={label}
      field={`linkedPerson.${id}.${field}`}
      call={field === 'mobile' ? { object: 'linkedPerson', id } : undefined}
    />
  )
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {Object.entries(labels).map(([name, label]) => (
            <th key={name} scope="col" data-number={name === 'income' || undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {persons.map(({ id, role, name, relation, idNo, mobile, employerName, monthlyIncome, address }) => (
          <tr key={id}>
            <td data-label={labels.role}>
              <DictionaryText type="linked_role" code={role} />
            </td>
            <td data-label={labels.name}>{name}</td>
            <td data-label={labels.relation}>
              <DictionaryText type="relation" code={relation} />
            </td>
            <td data-label={labels.idNo}>{secret(id, 'idNo', idNo, labels.idNo)}</td>
            <td data-label={labels.mobile}>{secret(id, 'mobile', mobile, labels.mobile)}</td>
            <td data-label={labels.employer}>{employerName || noValue}</td>
            <td data-label={labels.income} data-number>
              <MoneyText value={monthlyIncome} />
            </td>
            <td data-label={labels.address}>{secret(id, 'address', address, labels.address)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
