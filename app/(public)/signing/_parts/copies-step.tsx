'use client'
import { useState } from 'react'
import { CustomerNotice } from '@/components/customer-page/customer-notice'
import { download } from '@/lib/client/download'
import { signing as calls } from '@/lib/domains/contracts/contract/signing'
import { useT } from '@/lib/i18n/use-t'
import styles from '../signing.module.css'
import type { SigningOnPhone } from './use-signing'

/** Everything that this person has signed, with the company's seal, to keep. */
export function CopiesStep({ signing }: { signing: SigningOnPhone }) {
  const t = useT()
  const { token, session, link } = signing
  const [failure, setFailure] = useState<string>()
  const fetchCopy = async (id: number) => {
    setFailure(undefined)
    try {
      await download(calls.paper, { token, session, id })
    } catch (error) {
      setFailure(await signing.failureOf(error))
    }
  }
  return (
    <CustomerNotice good title={t('signPage.copies')} hint={t('signPage.copiesLead')}>
      <ol className={styles.papers}>
        {link.papers.map(({ id, title, contractNo, sealed }) => (
          <li key={id}>
            <button type="button" aria-disabled={!sealed} onClick={() => sealed && void fetchCopy(id)}>
              <span className={styles.paper}>
                <strong>{title}</strong>
                <small>{contractNo}</small>
              </span>
              <span className={styles.progress}>
                {t(sealed ? 'signPage.download' : 'signPage.notSealed')}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
    </CustomerNotice>
  )
}
