'use client'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { DetailPage } from '@/components/detail/detail-page'
import { ReadFailure } from '@/components/detail/read-failure'
import { RegionText } from '@/components/due-diligence/region-text'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import Link from '@/components/ui/link'
import { KeyValue, KeyValues, Section } from '@/components/ui/section'
import { PageSkeleton } from '@/components/ui/states'
import { StatusTag } from '@/components/ui/status-tag'
import { useTab, useTabLocation } from '@/components/ui/tab-port'
import { DateTimeText, MaskedText } from '@/components/ui/texts'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { call } from '@/lib/client/call'
import { dictionaryOptions, useOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { q } from '@/lib/client/query'
import { type OpeningDetail, openings } from '@/lib/domains/openings/contract'
import { isShare } from '@/lib/domains/openings/rules/opening'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { formatMoney, formatPercent } from '@/lib/rules/money-text'
import { openingTones } from '../_parts/opening-state'
import { useOpeningVerbs } from '../_parts/use-opening-verbs'
import styles from './details.module.css'

/** One channel, branch or shop with all that belongs to it. */
export function OpeningScreen() {
  const { query } = useTabLocation()
  const id = Number(new URLSearchParams(query).get('openingId'))
  const { data, error, refetch } = useQuery(q(openings.get, { id }))
  if (data) return <Case data={data} />
  return error ? <ReadFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />
}

// Its files bring the outbox with them, which the rest of the page does without.
const OpeningPapers = lazyPart(() => import('../_parts/opening-papers'))

const scopes = dictionaryOptions('biz_mode')
type Rate = NonNullable<OpeningDetail['channel']>['rates'][number]

function Case({ data }: { data: OpeningDetail }) {
  const t = useT()
  const { setLabel } = useTab()
  const maySave = useHasPermission('opening:save')
  const { verbs, edit, mayEdit, dialog } = useOpeningVerbs()
  const scopeNames = useOptions(scopes)
  useEffect(() => setLabel(data.name), [data.name, setLabel])
  const { shop, branch, channel, kind } = data
  const mobile = <Mobile id={data.id} masked={shop?.contactMobile ?? branch?.principalMobile ?? ''} />
  const of = { ...branch, ...channel, ...shop } as Record<string, unknown>
  const text = (field: string, shown?: ReactNode) =>
    of[field] === undefined ? null : (
      <KeyValue key={field} label={t(`openings.${field}` as MessageKey)}>
        {shown ?? said(field, String(of[field]))}
      </KeyValue>
    )
  const papers = data.missing.map((paper) => t(`openings.papers.${paper}`)).join(t('ui.separator'))
  const cities = channel?.cities ?? []
  const scopesOf = (codes: readonly string[]) =>
    scopeNames
      .filter(({ value }) => codes.includes(value))
      .map(({ label }) => label)
      .join(t('ui.separator')) || '–'
  const said = (field: string, value: string): ReactNode => {
    if (value === '') return '–'
    if (field === 'depositRequired' || field === 'quota') return formatMoney(value)
    if (field === 'rebateRate') return formatPercent(value)
    if (field === 'rebateValue')
      return shop && isShare(shop.rebateMode) ? formatPercent(value) : formatMoney(value)
    if (field === 'region') return <RegionText codes={JSON.parse(value) as string[]} />
    if (field === 'cities') return <CityNames codes={JSON.parse(value) as string[]} />
    if (field === 'businessScope') return scopesOf(JSON.parse(value) as string[])
    if (field === 'rates')
      return (JSON.parse(value) as Rate[])
        .map(
          ({ productName, rebateRate, commissionRate }) =>
            `${productName} ${formatPercent(rebateRate)} / ${formatPercent(commissionRate)}`,
        )
        .join(t('ui.separator'))
    return value
  }
  return (
    <DetailPage
      name={t(`openings.kinds.${kind}`)}
      number={data.name}
      tag={<StatusTag tone={openingTones[data.status]}>{t(`openings.states.${data.status}`)}</StatusTag>}
      actions={
        <>
          {maySave && mayEdit(data) && (
            <ActionButton onClick={() => edit(data)}>{t('openings.edit')}</ActionButton>
          )}
          <VerbButtons verbs={verbs.of(data)} />
        </>
      }
    >
      {data.changes.length > 0 && (
        <Section title={t('openings.sections.changes')}>
          <Rows
            head={['openings.field', 'openings.was', 'openings.value']}
            rows={data.changes.map(({ field, was, value }) => [
              t(`openings.${field}` as MessageKey),
              said(field, was),
              said(field, value),
            ])}
          />
        </Section>
      )}
      <Section title={t('openings.sections.base')}>
        <KeyValues>
          <KeyValue label={t('openings.no')}>{data.no}</KeyValue>
          <KeyValue label={t('openings.inForce')}>
            {data.inForce && t(`openings.states.${data.inForce}`)}
          </KeyValue>
          {text('shortName')}
          {text('shopType')}
          {data.channelName !== null && (
            <KeyValue label={t('openings.channelName')}>{data.channelName}</KeyValue>
          )}
          {data.branchName !== null && (
            <KeyValue label={t('openings.branchName')}>{data.branchName}</KeyValue>
          )}
          {text('rating')}
          {text('level')}
          {text('region', <RegionText codes={shop?.region ?? branch?.region ?? []} />)}
          {text('address')}
          {text('cities', <CityNames codes={cities} />)}
          {text('businessScope', scopesOf(branch?.businessScope ?? []))}
          {text('mainBrands')}
          <KeyValue label={t('openings.liveOrders')}>{data.liveOrders}</KeyValue>
          <KeyValue label={t('openings.reason')}>{data.reason}</KeyValue>
        </KeyValues>
      </Section>
      {kind !== 'branch' && (
        <Section title={t('openings.sections.licence')}>
          <KeyValues>
            {text('uscc')}
            {text('legalName')}
          </KeyValues>
        </Section>
      )}
      {(kind !== 'branch' || data.files.length > 0) && (
        <Section title={t('openings.sections.papers')}>
          {data.missing.length > 0 && (
            <p className={styles.missing}>{t('openings.paperMissing', { papers })}</p>
          )}
          <OpeningPapers of={data} />
        </Section>
      )}
      {kind !== 'channel' && (
        <Section title={t('openings.sections.people')}>
          <KeyValues>
            {text('principal')}
            {text('principalMobile', mobile)}
            {text('contactName')}
            {text('contactMobile', mobile)}
          </KeyValues>
          {kind === 'shop' && (
            <Rows
              head={['openings.account', 'openings.contactName', 'openings.status']}
              rows={data.users.map(({ account, name, signedIn }) => [
                account,
                name,
                t(signedIn ? 'openings.signedIn' : 'openings.notSignedIn'),
              ])}
              empty="openings.noUsers"
            />
          )}
        </Section>
      )}
      {kind !== 'branch' && (
        <Section title={t('openings.sections.policy')}>
          <KeyValues>
            <KeyValue label={t('openings.endsOn')}>
              {data.endsOn}
              {data.endsSoon && (
                <>
                  {' '}
                  <StatusTag tone="returned">{t('openings.endsSoon')}</StatusTag>
                </>
              )}
            </KeyValue>
            {text('coopFrom')}
            {text('rebateMode')}
            {text('rebateValue')}
            {text('rebateRate')}
            {text('depositRequired')}
            {text('quota')}
            {data.quotaUsed !== null && (
              <KeyValue label={t('openings.quotaUsed')}>{formatMoney(data.quotaUsed)}</KeyValue>
            )}
          </KeyValues>
        </Section>
      )}
      {channel && (
        <Section title={t('openings.sections.rates')}>
          <Rows
            head={['openings.productName', 'openings.rebateRate', 'openings.commissionRate']}
            rows={channel.rates.map(({ productName, rebateRate, commissionRate }) => [
              productName,
              formatPercent(rebateRate),
              formatPercent(commissionRate),
            ])}
            empty="openings.noRates"
          />
        </Section>
      )}
      {kind !== 'branch' && (
        <Section title={t('openings.sections.money')}>
          <Rows
            head={[
              'balances.kind',
              'balances.balance',
              'balances.frozen',
              'balances.available',
              'balances.flows',
            ]}
            rows={data.balances.map(({ id, kind: of, balance, frozen, available }) => [
              t(`balances.kinds.${of}`),
              formatMoney(balance),
              formatMoney(frozen),
              formatMoney(available),
              <Link key="flows" href={href('balanceFlows', { balanceId: id })}>
                {t('balances.flows')}
              </Link>,
            ])}
            empty="openings.noMoney"
          />
        </Section>
      )}
      <Section title={t('openings.sections.log')}>
        <Rows
          head={['openings.at', 'openings.byName', 'openings.action', 'openings.note']}
          rows={data.log.map(({ at, byName, action, note }) => [
            <DateTimeText key="at" value={at} />,
            byName ?? t('openings.system'),
            t(`openings.did.${action}` as MessageKey),
            note || '–',
          ])}
        />
      </Section>
      {dialog}
    </DetailPage>
  )
}

/** The number of its contact, with an eye for who may see it in clear. */
function Mobile({ id, masked }: { id: number; masked: string }) {
  const t = useT()
  const may = useHasPermission('sensitive:view')
  const [clear, setClear] = useState<string>()
  const show = async () => setClear((await call(openings.reveal, { id })).mobile)
  return (
    <MaskedText
      masked={masked}
      clear={clear}
      label={t('openings.contactMobile')}
      onReveal={may ? show : undefined}
    />
  )
}

function CityNames({ codes }: { codes: readonly string[] }) {
  const t = useT()
  return codes.map((code, at) => (
    <span key={code}>
      {at > 0 && t('ui.separator')}
      <RegionText codes={[code]} />
    </span>
  ))
}

function Rows({
  head,
  rows,
  empty,
}: {
  head: readonly MessageKey[]
  rows: readonly (readonly ReactNode[])[]
  empty?: MessageKey
}) {
  const t = useT()
  if (rows.length === 0) return empty ? <p>{t(empty)}</p> : null
  return (
    <div className={styles.scroll}>
      <table className={styles.rows}>
        <thead>
          <tr>
            {head.map((key) => (
              <th key={key}>{t(key)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer are drawn anew as a whole
            <tr key={at}>
              {cells.map((cell, of) => (
                <td key={head[of]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
