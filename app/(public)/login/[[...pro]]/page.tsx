import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { notFound } from 'next/navigation'
import { brandCss } from '@/components/ui/theme'
import { getBrand } from '@/lib/bff/page-session'
import { type Brand, tenants } from '@/lib/bff/tenants'
import { wear } from '@/lib/bff/worn-brand'
import { readSettings, settingsCookie } from '@/lib/domains/system/rules/settings'
import { Words } from '@/lib/i18n/messages-provider'
import { say } from '@/lib/i18n/say'
import { BrandPicture } from './_parts/brand-picture'
import styles from './login.module.css'
import { LoginForm } from './screen'

type Props = {
  params: Promise<{ pro?: string[] }>
  searchParams: Promise<{ pro?: string | string[] }>
}

/** The tenant that `/login/:pro` or `?pro=` names, whatever host it is asked from; else the host's. */
async function brandFor({ params, searchParams }: Props): Promise<Brand> {
  const { pro: segments } = await params
  const { pro: query } = await searchParams
  if (segments && segments.length > 1) notFound()
  const code = segments?.[0] ?? query
  const host = await getBrand()
  const named = [...tenants().values()].find((brand) => brand.code === code)
  // A host of nobody may ask the service nothing, and so not for pictures.
  return named ? (host.code === '' ? named : wear(named)) : host
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const brand = await brandFor(props)
  return { title: brand.title, icons: { icon: brand.favicon } }
}

export default async function LoginPage(props: Props) {
  const [brand, host, jar] = await Promise.all([brandFor(props), getBrand(), cookies()])
  // The login page is the brand's own, whatever colour its last user chose for the console.
  const worn = readSettings(jar.get(settingsCookie)?.value).color || host.themeColor
  return (
    <main className={styles.page}>
      {brand.themeColor !== worn && <style>{brandCss(brand.themeColor)}</style>}
      <section className={styles.brand} aria-label={brand.title}>
        <p className={styles.name}>
          <span className={styles.logo} style={{ backgroundImage: `url(${brand.logo})` }} />
          {brand.title}
        </p>
        <BrandPicture className={styles.picture} />
        <p className={styles.line}>{say('login.brandLine')}</p>
      </section>
      <section className={styles.sign}>
        <Words parts={['forms', 'dialogs']}>
          <LoginForm title={brand.title} />
        </Words>
      </section>
    </main>
  )
}
