import type { Metadata } from 'next'
import { CallError, callUpstream } from '@/lib/bff/call-upstream'
import { getBrand, getOrigin } from '@/lib/bff/page-session'
import { answerWith, type PageStatus } from '@/lib/bff/page-status'
import { type GuestState, interviews } from '@/lib/domains/interviews/contract'
import { Words } from '@/lib/i18n/messages-provider'
import { say } from '@/lib/i18n/say'
import { GuestScreen } from './screen'

type Props = { searchParams: Promise<{ t?: string | string[] }> }

/** Everything that each way of not being open answers; 410 says that the link was one of ours. */
const statuses: Readonly<Record<Exclude<GuestState, 'ready'> | 'failed', PageStatus>> = {
  ended: 410,
  expired: 410,
  unknown: 404,
  failed: 503,
}

export async function generateMetadata(): Promise<Metadata> {
  const brand = await getBrand()
  // The address is a secret of its reader: no page behind a link of this one learns it.
  return { title: `${say('interviewGuest.heading')}-${brand.title}`, referrer: 'no-referrer' }
}

async function readState(token: string): Promise<GuestState | 'failed'> {
  const origin = await getOrigin()
  if (!origin?.tenant) return 'unknown'
  try {
    return (await callUpstream(undefined, interviews.guestOpen, { token }, origin)).state
  } catch (error) {
    if (error instanceof CallError) return 'failed'
    throw error
  }
}

/** 视频面签 on the customer's phone, by the link in `t`. */
export default async function InterviewGuestPage({ searchParams }: Props) {
  const { t: given } = await searchParams
  const token = typeof given === 'string' ? given.slice(0, 100) : ''
  const [brand, state] = await Promise.all([getBrand(), readState(token)])
  if (state !== 'ready') answerWith(statuses[state])
  return (
    <Words parts={['guest']}>
      <GuestScreen brand={brand} token={token} state={state} />
    </Words>
  )
}
