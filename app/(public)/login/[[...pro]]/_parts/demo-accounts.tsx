'use client'
import { Fragment } from 'react'
import type { identity } from '@/lib/domains/identity/contract'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import styles from '../login.module.css'

type Demo = NonNullable<OutputOf<typeof identity.loginPolicy>['demo']>

/** One account for each role, by what can be done with it today, offered in the demo only; a click fills the form. */
export function DemoAccounts({
  demo,
  chosen,
  onChoose,
}: {
  demo: Demo
  chosen: string
  onChoose: (account: string, password: string) => void
}) {
  const t = useT()
  return (
    <section className={styles.demo} aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">{t('login.demoAccounts')}</h2>
      <p>{t('login.demoPassword', { password: demo.password })}</p>
      {[...Map.groupBy(demo.accounts, ({ can }) => can)].map(([can, accounts]) => (
        <Fragment key={can}>
          <h3 className={styles.can}>{can}</h3>
          <ul className={styles.accounts} aria-label={can}>
            {accounts.map(({ account, name }) => (
              <li key={account}>
                <button
                  type="button"
                  aria-label={`${name} ${account}`}
                  aria-pressed={account === chosen}
                  onClick={() => onChoose(account, demo.password)}
                >
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </section>
  )
}
