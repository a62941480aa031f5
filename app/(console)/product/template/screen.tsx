'use client'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import cards from '@/components/ui/card-table.module.css'
import Link from '@/components/ui/link'
import { KeyValue, KeyValues, Section } from '@/components/ui/section'
import { PageSkeleton } from '@/components/ui/states'
import { q } from '@/lib/client/query'
import { labelKey } from '@/lib/domains/orders/rules/entry/entry-labels'
import { materialLabel } from '@/lib/domains/orders/rules/entry/materials'
import { products, type TemplateView } from '@/lib/domains/products/contract'
import type { MessageKey, T } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import styles from './template.module.css'

/** 录单模板, to read: what each asks for, and which products have it. */
export function TemplatesScreen() {
  const t = useT()
  const read = useQuery(q(products.templates, {}))
  const [code, setCode] = useState<string>()
  if (read.error && !read.data) return <ReadFailure error={read.error} onRetry={() => void read.refetch()} />
  const template = read.data?.find((one) => one.code === code) ?? read.data?.[0]
  if (!read.data || !template) return <PageSkeleton />
  return (
    <div className={styles.screen}>
      <h1>{t('routes.entryTemplates')}</h1>
      <div className={styles.parts}>
        <nav className={styles.list} aria-label={t('product.templates.choose')}>
          {read.data.map((one) => (
            <button
              key={one.code}
              type="button"
              aria-current={one.code === template.code || undefined}
              onClick={() => setCode(one.code)}
            >
              <span>{one.name}</span>
              <small>{t(`product.flows.${one.flow as 'std'}`)}</small>
            </button>
          ))}
        </nav>
        <div className={styles.shown}>
          <Template key={template.code} template={template} />
        </div>
      </div>
    </div>
  )
}

function Template({ template }: { template: TemplateView }) {
  const t = useT()
  const { name, version, flow, sections, fields, guards, milestones, products: sold } = template
  return (
    <>
      <Section
        title={name}
        actions={
          <span className={styles.note}>
            {t('product.templates.version', { version })} · {t(`product.flows.${flow as 'std'}`)}
          </span>
        }
      >
        <KeyValues>
          <KeyValue label={t('product.templates.products')} wide>
            {sold.length === 0
              ? t('product.templates.noProducts')
              : sold.map((one, at) => (
                  <Fragment key={one.id}>
                    {at > 0 && t('ui.separator')}
                    <Link href={href('productDetails', { productId: one.id })}>{one.name}</Link>
                  </Fragment>
                ))}
          </KeyValue>
          <KeyValue label={t('product.templates.milestones')} wide>
            {milestones.map((code) => t(`order.milestone.${code}` as MessageKey)).join(t('ui.separator'))}
          </KeyValue>
        </KeyValues>
      </Section>
      <Section title={t('product.templates.sections')}>
        <ol className={styles.chips}>
          {sections.map(({ code, when }) => (
            <li key={`${code} ${when}`}>
              {t(`sections.${code}` as MessageKey)}
              {when !== null && <small>{conditionWord(when, t)}</small>}
            </li>
          ))}
        </ol>
      </Section>
      <Section title={t('product.templates.differences')}>
        {fields.length === 0 ? (
          <p className={styles.note}>{t('product.templates.noDifferences')}</p>
        ) : (
          <KeyValues>
            {fields.map(({ section, field, is }) => (
              <KeyValue key={`${section}.${field}`} label={t(labelKey(`${section}.${field}`) as MessageKey)}>
                {t(`product.templates.is.${is}`)}
              </KeyValue>
            ))}
          </KeyValues>
        )}
      </Section>
      <Section title={t('product.templates.guards')}>
        <KeyValues>
          {guards.map(({ name: guard, value }) => (
            <KeyValue key={guard} label={guardWord(guard, t)}>
              {value === 'true' ? t('product.yes') : value === 'false' ? t('product.no') : value}
            </KeyValue>
          ))}
        </KeyValues>
      </Section>
      <Section title={t('product.templates.materials')}>
        <Materials template={template} />
      </Section>
    </>
  )
}

function Materials({ template: { materials } }: { template: TemplateView }) {
  const t = useT()
  const heads = {
    material: t('product.templates.material'),
    stage: t('product.templates.stage'),
    asked: t('product.templates.asked'),
    files: t('product.templates.files'),
    when: t('product.templates.when'),
  }
  return (
    <table className={cards.table}>
      <thead>
        <tr>
          {Object.values(heads).map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {materials.map(({ materialType, stage, min, max, required, when }) => (
          <tr key={`${materialType} ${when}`}>
            <td data-label={heads.material}>{materialLabel(materialType)}</td>
            <td data-label={heads.stage}>{t(`product.templates.stages.${stage as 'intake'}`)}</td>
            <td data-label={heads.asked}>
              {t(required ? 'product.templates.is.required' : 'product.templates.is.optional')}
            </td>
            <td data-label={heads.files}>
              {min}–{max}
            </td>
            <td data-label={heads.when}>
              {when === null ? t('product.templates.always') : conditionWord(when, t)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The word of a code that a template may bring before the catalogue knows it: then the code itself. */
const wordOr = (key: string, code: string, t: T) => {
  const word = t(key as MessageKey)
  return word === key ? code : word
}
const conditionWord = (code: string, t: T) => wordOr(`product.templates.conditions.${code}`, code, t)
const guardWord = (code: string, t: T) => wordOr(`product.templates.guardNames.${code}`, code, t)
