import type { Metadata } from 'next'
import { CustomerPage } from '@/components/customer-page/customer-page'
import { CallError, callUpstream } from '@/lib/bff/call-upstream'
import { getBrand, getOrigin } from '@/lib/bff/page-session'
import { answerWith, type PageStatus } from '@/lib/bff/page-status'
import { signing } from '@/lib/domains/contracts/contract/signing'
import type { SigningState } from '@/lib/domains/contracts/rules/signing'
import { Words } from '@/lib/i18n/messages-provider'
import { say } from '@/lib/i18n/say'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { EndNotice } from './_parts/end-notice'
import { Signing } from './screen'

type Props = { searchParams: Promise<{ t?: string | string[] }> }

/** Everything that a link that leads nowhere answers; of the others the page itself says how they stand. */
const statuses: Partial<Record<SigningState | 'failed', PageStatus>> = {
  unknown: 404,
  expired: 410,
  void: 410,
  refused: 410,
  failed: 503,
}

export async function generateMetadata(): Promise<Metadata> {
  const brand = await getBrand()
  // The address is a secret of its reader: no page behind a link of this one learns it, and nobody indexes it.
  return {
    title: `${say('signPage.heading')}-${brand.title}`,
    referrer: 'no-referrer',
    robots: { index: false, follow: false },
  }
}

type Opened = OutputOf<typeof signing.open>

async function open(token: string): Promise<Opened | 'unknown' | 'failed'> {
  const origin = await getOrigin()
  if (!origin?.tenant || token === '') return 'unknown'
  try {
    return await callUpstream(undefined, signing.open, { token }, origin)
  } catch (error) {
    if (error instanceof CallError) return 'failed'
    throw error
  }
}

/** 电子签约 on the phone of whoever signs, by the link in `t`. */
export default async function SigningPage({ searchParams }: Props) {
  const { t: sent } = await searchParams
  const token = typeof sent === 'string' ? sent.slice(0, 100) : ''
  const [brand, opened] = await Promise.all([getBrand(), open(token)])
  const state = typeof opened === 'string' ? opened : opened.state
  const status = statuses[state]
  if (status) answerWith(status)
  return (
    <CustomerPage brand={brand} large>
      <Words parts={['signing']}>
        {typeof opened === 'string' ? (
          <EndNotice state={opened} />
        ) : (
          <Signing token={token} opened={opened} />
        )}
      </Words>
    </CustomerPage>
  )
}
