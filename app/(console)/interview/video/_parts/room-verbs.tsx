'use client'
import type { Permit } from '@/components/ui/action-button'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { codeOptions } from '@/lib/client/options'
import { type InterviewView, interviews } from '@/lib/domains/interviews/contract'
import {
  type IdentityCheck,
  type InterviewStep,
  identityChecks,
  interviewFits,
  interviewLimits,
  mostTailMs,
  passLacks,
  pieceMs,
  redoAt,
} from '@/lib/domains/interviews/rules/interview'
import type { RoomData } from '../screen'
import type { Desk } from './use-desk'

type Row = InterviewView & { desk: Desk | undefined; open: boolean; mayRedo: boolean }

const reason = { kind: 'text', maxLength: interviewLimits.reason } as const
const identityCheck = {
  kind: 'select',
  label: 'interviews.identityCheck',
  required: true,
  options: () => codeOptions('interviews.identityChecks', identityChecks),
} as const
const common = { name: ({ roomNo }: Row) => roomNo, words: ({ roomNo }: Row) => ({ roomNo }) }
const when = (step: InterviewStep, permit: (row: Row) => Permit) => ({
  of: ({ status }: Row) => interviewFits(step, status),
  permit: (row: Row): Permit => (row.open ? permit(row) : { ok: false, reason: 'interviews.refusals.order' }),
})
const always = (): Permit => ({ ok: true })

const mayBegin = ({ consentedAt, desk }: Row): Permit => {
  if (consentedAt === null) return { ok: false, reason: 'interviews.noConsentYet' }
  return desk?.state.link === 'connected' ? { ok: true } : { ok: false, reason: 'interviews.notConnected' }
}
const mayPass = ({ script, snapshots, pieces, desk }: Row): Permit => {
  // A piece is always on its way; more than the service passes over are not.
  const uploading = (desk?.pieces.waiting ?? 0) * pieceMs > mostTailMs ? 'uploading' : undefined
  const [lack] = passLacks({
    script,
    snapshots: snapshots.length,
    identity: undefined,
    recording: pieces === 0 ? 'recording' : uploading,
  })
  return lack ? { ok: false, reason: `interviews.lacks.${lack}` } : { ok: true }
}

const verbs = {
  redo: verb(interviews.redo, {
    ...common,
    label: 'interviews.redo',
    of: ({ status }: Row) => interviewFits('redo', status),
    permit: ({ mayRedo }: Row): Permit =>
      mayRedo ? { ok: true } : { ok: false, reason: 'interviews.refusals.orderRedo' },
    ask: 'interviews.redoTitle',
    note: 'interviews.redoNote',
    fields: { reason: { ...reason, label: 'interviews.reason', required: true } },
    input: ({ id }, values) => ({ id, reason: values.reason }),
    done: 'interviews.redone',
  }),
  fail: verb(interviews.decide, {
    ...common,
    label: 'interviews.fail',
    tone: 'danger',
    ...when('fail', always),
    ask: 'interviews.failTitle',
    fields: { identityCheck, reason: { ...reason, label: 'interviews.reason', required: true } },
    input: ({ id }, values) => ({
      id,
      passed: false,
      reason: values.reason,
      identityCheck: values.identityCheck as IdentityCheck,
    }),
    done: 'interviews.failed',
  }),
  pass: verb(interviews.decide, {
    ...common,
    label: 'interviews.pass',
    main: true,
    ...when('pass', mayPass),
    ask: 'interviews.passTitle',
    fields: { identityCheck, reason: { ...reason, label: 'interviews.opinion' } },
    input: ({ id }, values) => ({
      id,
      passed: true,
      reason: values.reason,
      identityCheck: values.identityCheck as IdentityCheck,
    }),
    done: 'interviews.passed',
  }),
  begin: verb(interviews.begin, {
    ...common,
    label: 'interviews.begin',
    main: true,
    ...when('begin', mayBegin),
    ask: 'interviews.beginTitle',
    input: ({ id }) => ({ id }),
    done: 'interviews.begun',
  }),
}

/** Everything that can be done with the interview now: begin, the verdict, do it again. */
export function InterviewVerbs({
  data,
  interview,
  desk,
}: {
  data: RoomData
  interview: InterviewView
  desk: Desk | undefined
}) {
  const mayRedo = redoAt.some((status) => status === data.order.status)
  const offered = useVerbs<Row, keyof typeof verbs>(verbs)
  return (
    <>
      <VerbButtons verbs={offered.of({ ...interview, desk, open: data.open, mayRedo })} />
      {offered.dialog}
    </>
  )
}
