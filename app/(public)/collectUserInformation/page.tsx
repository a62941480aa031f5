import type { Metadata } from 'next'
import { CustomerPage } from '@/components/customer-page/customer-page'
import { CallError, callUpstream } from '@/lib/bff/call-upstream'
import { getBrand, getOrigin } from '@/lib/bff/page-session'
import { answerWith, type PageStatus } from '@/lib/bff/page-status'
import { collect } from '@/lib/domains/collect/contract'
import type { CollectState } from '@/lib/domains/collect/rules/collect'
import { Words } from '@/lib/i18n/messages-provider'
import { say } from '@/lib/i18n/say'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { FormNotice } from './_parts/form-notice'
import { CollectForm } from './screen'

type Props = { searchParams: Promise<{ t?: string | string[] }> }
type Form = Omit<OutputOf<typeof collect.form>, 'state'> & { state: CollectState | 'failed' }

/** Everything that each way of not being open answers; 410 says that the link was one of ours. */
const statuses: Readonly<Record<Exclude<Form['state'], 'ready'>, PageStatus>> = {
  used: 410,
  expired: 410,
  unknown: 404,
  closed: 403,
  failed: 503,
}

export async function generateMetadata(): Promise<Metadata> {
  const brand = await getBrand()
  // The address is a secret of its reader: no page behind a link of this one learns it.
  return { title: `${say('collectPage.heading')}-${brand.title}`, referrer: 'no-referrer' }
}

async function readForm(token: string | undefined): Promise<Form> {
  const origin = await getOrigin()
  if (!origin?.tenant) return { state: 'unknown', cities: [] }
  try {
    return await callUpstream(undefined, collect.form, { token }, origin)
  } catch (error) {
    if (error instanceof CallError) return { state: 'failed', cities: [] }
    throw error
  }
}

/** 客户信息采集 (specification point 2): by the one-time link in `t`, or openly where the tenant wants it. */
export default async function CollectPage({ searchParams }: Props) {
  const { t: token } = await searchParams
  const link = typeof token === 'string' ? token.slice(0, 100) : undefined
  const [brand, { state, cities }] = await Promise.all([getBrand(), readForm(link)])
  if (state !== 'ready') answerWith(statuses[state])
  return (
    <CustomerPage brand={brand}>
      <Words parts={['forms', 'guest']}>
        {state === 'ready' ? (
          <CollectForm title={brand.title} token={link} cities={cities} />
        ) : (
          <FormNotice state={state} />
        )}
      </Words>
    </CustomerPage>
  )
}
