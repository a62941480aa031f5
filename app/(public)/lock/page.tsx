import type { Metadata } from 'next'
import { getBrand, requireLocked, tokenFacts } from '@/lib/bff/page-session'
import { getT } from '@/lib/i18n/get-t'
import { returnAddress } from '@/lib/routes'
import styles from './lock.module.css'
import { LockForm } from './screen'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata(): Promise<Metadata> {
  const [brand, t] = await Promise.all([getBrand(), getT()])
  return { title: `${t('lock.lock')}-${brand.title}` }
}

/** The lock page (specification points 2 and 4): whose screen it is, and the way back in. Works without script too. */
export default async function LockPage({ searchParams }: Props) {
  const session = await requireLocked()
  const [brand, { from, said }] = await Promise.all([getBrand(), searchParams])
  return (
    <main className={styles.page}>
      <p className={styles.brand}>
        <span className={styles.logo} style={{ backgroundImage: `url("${brand.logo}")` }} />
        {brand.title}
      </p>
      <LockForm
        name={session.user.name}
        tenant={brand.code}
        opensWith={session.opensWith ?? 'lock'}
        from={returnAddress(typeof from === 'string' ? from : null)}
        said={said === 'wrong' || said === 'failed' ? said : undefined}
        token={tokenFacts(session)}
      />
    </main>
  )
}
