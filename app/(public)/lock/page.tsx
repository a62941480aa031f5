import type { Metadata } from 'next'
import { findLocked, getBrand, loginUrl, tokenFacts } from '@/lib/bff/page-session'
import { say } from '@/lib/i18n/say'
import { href, returnAddress } from '@/lib/routes'
import { OpenNote } from './_parts/open-note'
import styles from './lock.module.css'
import { LockForm } from './screen'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata(): Promise<Metadata> {
  const brand = await getBrand()
  return { title: `${say('lock.lock')}-${brand.title}` }
}

/**
 * The lock page (specification points 2 and 4): whose screen it is, and the way back in. Works without script too.
 * Where nothing is locked it says so and shows the way on.
 */
export default async function LockPage({ searchParams }: Props) {
  const { session, signedIn } = await findLocked()
  const [brand, { from, said }] = await Promise.all([getBrand(), searchParams])
  const back = returnAddress(typeof from === 'string' ? from : null)
  return (
    <main className={styles.page}>
      <p className={styles.brand}>
        <span className={styles.logo} style={{ backgroundImage: `url("${brand.logo}")` }} />
        {brand.title}
      </p>
      {session ? (
        <LockForm
          name={session.user.name}
          tenant={brand.code}
          opensWith={session.opensWith ?? 'lock'}
          from={back}
          said={said === 'wrong' || said === 'failed' ? said : undefined}
          token={tokenFacts(session)}
        />
      ) : (
        <OpenNote signedIn={signedIn} to={signedIn ? (back ?? href('home')) : await loginUrl()} />
      )}
    </main>
  )
}
