'use client'
import { useEffect, useId, useRef, useState } from 'react'
import type { FieldPath } from 'react-hook-form'
import { DetailPage } from '@/components/detail/detail-page'
import { errorList } from '@/components/form/error-paths'
import { Form } from '@/components/form/form'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { useFollowedValues } from '@/components/form/use-followed-values'
import { useSubmission } from '@/components/form/use-submission'
import { useProductVerbs } from '@/components/product/use-product-verbs'
import { VersionTag } from '@/components/product/version-tag'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import Link from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { showPercent } from '@/components/ui/number-text'
import { useTab } from '@/components/ui/tab-port'
import { toast } from '@/components/ui/toast'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { call } from '@/lib/client/call'
import { useHasPermission } from '@/lib/client/permission'
import { products } from '@/lib/domains/products/contract'
import { type ProductValues, productFindings, tidyProduct } from '@/lib/domains/products/rules/product'
import { productPermit } from '@/lib/domains/products/rules/product-versions'
import type { MessageKey, T } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { Example } from './example'
import type { Choices, Version } from './product-fields'
import { ProductSections } from './product-sections'
import { TermText } from './term-text'
import { Versions } from './versions'

// Parts that open on a click are loaded with it.
const PublishDialog = lazyPart(() => import('./publish-dialog'))

/**
 * The terms of a version of a product, beside what an order would cost with them.
 *
 * @param version null for a new product
 * @param onSaved hears its id; the form begins again with what is saved
 * @param onGone the draft is there no more
 */
export function ProductForm({
  version,
  choices,
  values: loaded,
  onSaved,
  onGone,
}: {
  version: Version | null
  choices: Choices
  values: ProductValues
  onSaved: (id: number) => Promise<void> | void
  onGone: () => void
}) {
  const t = useT()
  const id = useId()
  const { setDirty, setLabel } = useTab()
  const maySave = useHasPermission('product:save')
  const mayPublish = useHasPermission('product:publish')
  const form = useCheckedForm<ProductValues>(loaded, (values) => texts(values, choices, t))
  const [rowVersion, setRowVersion] = useState(version?.rowVersion)
  const submission = useSubmission(form, setRowVersion)
  const { isDirty } = form.formState
  const name = loaded.name || t('product.newProduct')
  useEffect(() => setDirty(isDirty), [setDirty, isDirty])
  useEffect(() => setLabel(name), [setLabel, name])
  const [publishing, setPublishing] = useState(false)
  const typed = useFollowedValues(form)
  const values = tidyProduct(typed)
  // A term is wrong beside another one: whichever of the two is mended, both are judged again.
  const { errors } = form.formState
  const wrong = useRef(errors)
  wrong.current = errors
  useEffect(() => {
    const paths = errorList(wrong.current).map(({ path }) => path as FieldPath<ProductValues>)
    if (typed && paths.length > 0) void form.trigger(paths)
  }, [typed, form])

  const isDraft = version === null || version.state === 'draft'
  const readOnly = !maySave || !isDraft
  const draft = version?.versions.find(({ state }) => state === 'draft')
  const ref = version && {
    id: version.id,
    rowVersion: rowVersion ?? version.rowVersion,
    name,
    version: version.version,
    isDraft,
    draftId: draft?.id ?? null,
    hasPublished: version.versions.some(({ state }) => state !== 'draft' && state !== 'stopped'),
  }
  const gone = () => {
    setDirty(false)
    toast.success(t('product.discardDone'))
    onGone()
  }
  const verbs = useProductVerbs(gone)
  const reload = useRef(onSaved)
  reload.current = onSaved

  const save = async (sent: ProductValues) => {
    const terms = tidyProduct(sent)
    const saved = await call(products.save, {
      ...(version && { id: version.id, rowVersion }),
      values: copyOf(terms),
    })
    form.reset(sent)
    setDirty(false)
    toast.success(t('product.saved'))
    await onSaved(saved.id)
  }
  return (
    <DetailPage
      name={name}
      number={version?.values.code}
      tag={version && <VersionTag state={version.state} />}
      facts={
        version
          ? [
              { label: t('product.version'), value: t('product.versionNo', { version: version.version }) },
              ...(version.effectiveFrom
                ? [{ label: t('product.effectiveFrom'), value: version.effectiveFrom }]
                : []),
            ]
          : []
      }
      actions={
        <>
          {ref && <VerbButtons verbs={verbs.of(ref, 'discard', 'stop', 'revise')} />}
          {isDraft && maySave && (
            <ActionButton
              type="submit"
              form={id}
              variant={version && mayPublish && !isDirty ? 'secondary' : 'primary'}
              busy={submission.busy}
            >
              {t('product.save')}
            </ActionButton>
          )}
          {ref && isDraft && mayPublish && (
            <ActionButton
              variant={isDirty ? 'secondary' : 'primary'}
              permit={
                isDirty
                  ? { ok: false, reason: 'product.publishUnsaved' }
                  : productPermit('publish', { ...ref, hasDraft: true })
              }
              onClick={() => setPublishing(true)}
            >
              {t('product.publish')}
            </ActionButton>
          )}
        </>
      }
      notice={version && <ReadOnlyNote version={version} maySave={maySave} draftId={draft?.id} />}
      side={
        <>
          <Example values={values} choices={choices} />
          {version && <Versions version={version} values={values} choices={choices} />}
        </>
      }
    >
      <Form
        id={id}
        form={form}
        submission={submission}
        onSubmit={save}
        enter="ignore"
        fieldLabel={(path) => t(`product.${path.split('.')[0]}` as MessageKey)}
        comparedValue={(path, value) => <TermText field={path} value={value as string} choices={choices} />}
      >
        <ProductSections
          values={typed}
          choices={choices}
          readOnly={readOnly}
          isNew={version === null || (version.version === 1 && isDraft)}
        />
      </Form>
      {verbs.dialog}
      {publishing && ref && (
        <PublishDialog
          product={ref}
          onClose={() => setPublishing(false)}
          onDone={() => void reload.current(ref.id)}
        />
      )}
    </DetailPage>
  )
}

/** The reason why nothing can be typed, and what leads on. */
function ReadOnlyNote({
  version,
  maySave,
  draftId,
}: {
  version: Version
  maySave: boolean
  draftId: number | undefined
}) {
  const t = useT()
  if (version.state === 'draft')
    return maySave ? null : <Notice tone="waiting">{t('product.mayNotSave')}</Notice>
  return (
    <Notice tone="waiting">
      {t('product.readOnlyNote', { state: t(`product.states.${version.state}`) })}
      {draftId !== undefined && (
        <>
          {' '}
          <Link href={href('productDetails', { productId: draftId })}>{t('product.openDraft')}</Link>
        </>
      )}
    </Notice>
  )
}

/** The findings as finished texts, by path. */
function texts(values: ProductValues, choices: Choices, t: T): Record<string, string> {
  const found = productFindings(tidyPlaces(values), choices)
  return Object.fromEntries(
    Object.entries(found).map(([path, { key, params }]) => [
      path,
      t(key, params?.apr ? { ...params, apr: showPercent(params.apr) } : params),
    ]),
  )
}

/** As they will be kept, but with every row where it stands: a finding names its place. */
const tidyPlaces = (values: ProductValues): ProductValues => ({
  ...tidyProduct(values),
  rates: values.rates,
  earlyTiers: values.earlyTiers,
})

/** Lists of the form are its own; what is sent is a copy. */
const copyOf = (values: ProductValues) => ({
  ...values,
  vehicleKinds: [...values.vehicleKinds],
  rates: [...values.rates],
  fees: [...values.fees],
  allocOrder: [...values.allocOrder],
  capitalIds: [...values.capitalIds],
  earlyTiers: [...values.earlyTiers],
  prepayWays: [...values.prepayWays],
})
