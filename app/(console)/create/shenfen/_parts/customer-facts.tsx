'use client'
import { useWatch } from 'react-hook-form'
import { DictionaryText } from '@/components/form/field-value'
import { noValue } from '@/components/ui/texts'
import { applicantFacts } from '@/lib/domains/orders/rules/entry/customer-identity'
import { useT } from '@/lib/i18n/use-t'
import { age } from '@/lib/rules/business-date'
import styles from './intake.module.css'

/** Everything that follows from the ID number: never typed, there to be checked against what the customer says. */
export function CustomerFacts({ today, former }: { today: string; former: number | undefined }) {
  const t = useT()
  const [idType, idNo] = useWatch({ name: ['customer.idType', 'customer.idNo'] })
  const facts = applicantFacts({ idType, idNo })
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('fields.customer.gender')}</dt>
        <dd>{facts ? <DictionaryText type="gender" code={facts.gender} /> : noValue}</dd>
      </div>
      <div>
        <dt>{t('fields.customer.birthDate')}</dt>
        <dd>{facts?.birthDate ?? noValue}</dd>
      </div>
      <div>
        <dt>{t('intake.age')}</dt>
        <dd>{facts ? t('intake.years', { age: age(facts.birthDate, today) }) : noValue}</dd>
      </div>
      <div>
        <dt>{t('intake.former')}</dt>
        <dd>{former === undefined ? noValue : t('intake.formerCount', { count: former })}</dd>
      </div>
    </dl>
  )
}
