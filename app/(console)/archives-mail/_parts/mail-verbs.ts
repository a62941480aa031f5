import { verb } from '@/components/verb/verb'
import { archives, type MailRow } from '@/lib/domains/archives/contract'
import { archiveLimits } from '@/lib/domains/archives/rules/archive'
import { mailFits } from '@/lib/domains/archives/rules/mail'

const name = ({ mailNo }: MailRow) => mailNo

export const signMail = verb(archives.sign, {
  label: 'archives.sign',
  of: (row: MailRow) => mailFits('sign', row),
  name,
  input: ({ id }) => ({ id }),
  done: 'archives.signed',
})

export const voidMail = verb(archives.voidMail, {
  label: 'archives.voidMail',
  tone: 'danger',
  of: (row: MailRow) => mailFits('void', row),
  name,
  ask: 'archives.voidMailQuestion',
  input: ({ id }) => ({ id }),
  done: 'archives.mailVoided',
})

export const bounceMail = verb(archives.bounce, {
  label: 'archives.bounce',
  tone: 'danger',
  of: (row: MailRow) => mailFits('bounce', row),
  name,
  ask: 'archives.bounceTitle',
  fields: {
    reason: { kind: 'text', label: 'archives.reason', required: true, maxLength: archiveLimits.reason },
  },
  input: ({ id }, { reason }) => ({ id, reason }),
  done: 'archives.bounced',
})
