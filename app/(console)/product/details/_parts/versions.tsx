'use client'
import { VersionTag } from '@/components/product/version-tag'
import Link from '@/components/ui/link'
import { Section } from '@/components/ui/section'
import { showDate } from '@/components/ui/time-text'
import type { VersionRow } from '@/lib/domains/products/contract'
import type { ProductValues } from '@/lib/domains/products/rules/product'
import { productDifferences } from '@/lib/domains/products/rules/product-versions'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import styles from './product.module.css'
import type { Choices, Version } from './product-fields'
import { TermText } from './term-text'

/** Everything that changed since the version before, as it is typed, and all versions of the product. */
export function Versions({
  version,
  values,
  choices,
}: {
  version: Version
  values: ProductValues
  choices: Choices
}) {
  const t = useT()
  const { former } = version
  return (
    <>
      {former && (
        <Section title={t('product.differences', { version: former.version })}>
          <Differences former={former} values={values} choices={choices} />
        </Section>
      )}
      <Section title={t('product.versions')}>
        <ul className={styles.versions}>
          {version.versions.map((one) => (
            <li key={one.id} data-current={one.id === version.id || undefined}>
              <VersionLine one={one} isShown={one.id === version.id} />
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}

function VersionLine({ one, isShown }: { one: VersionRow; isShown: boolean }) {
  const t = useT()
  const title = t('product.versionNo', { version: one.version })
  return (
    <>
      <span className={styles.versionHead}>
        {isShown ? (
          <strong aria-current="true">{title}</strong>
        ) : (
          <Link href={href('productDetails', { productId: one.id })}>{title}</Link>
        )}
        <VersionTag state={one.state} />
      </span>
      <small>
        {one.effectiveFrom && t('product.from', { date: one.effectiveFrom })}
        {one.effectiveFrom && ' · '}
        {t('product.orders', { count: one.orders })}
        {one.publishedAt &&
          ` · ${t('product.published', { name: one.publishedBy ?? '', date: showDate(one.publishedAt) })}`}
      </small>
    </>
  )
}

function Differences({
  former,
  values,
  choices,
}: {
  former: NonNullable<Version['former']>
  values: ProductValues
  choices: Choices
}) {
  const t = useT()
  const found = productDifferences(former.values, values)
  if (found.length === 0)
    return <p className={styles.note}>{t('product.noDifferences', { version: former.version })}</p>
  return (
    <dl className={styles.differences}>
      {found.map(({ path, before, after }) => (
        <div key={path}>
          <dt>{nameOf(path, choices, t)}</dt>
          <dd>
            <del>
              <TermText field={path} value={before} choices={choices} />
            </del>
            <ins>
              <TermText field={path} value={after} choices={choices} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** `rates.36`: 36期; `fees.SVC`: the fee's name. */
function nameOf(path: string, { fees }: Choices, t: ReturnType<typeof useT>): string {
  const [field = '', name = ''] = path.split('.')
  if (field === 'rates') return t('details.terms', { count: name })
  if (field === 'earlyTiers') return t('product.tierOf', { through: name })
  if (field === 'fees') return fees.find(({ code }) => code === name)?.name ?? name
  return t(`product.${field}` as MessageKey)
}
