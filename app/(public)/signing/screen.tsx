'use client'
import type { signing } from '@/lib/domains/contracts/contract/signing'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { CodeStep } from './_parts/code-step'
import { CopiesStep } from './_parts/copies-step'
import { DoneNotice, EndNotice } from './_parts/end-notice'
import { PapersStep } from './_parts/papers-step'
import { ReadStep } from './_parts/read-step'
import { RefuseStep } from './_parts/refuse-step'
import { SignStep } from './_parts/sign-step'
import { TailStep } from './_parts/tail-step'
import { useSigning } from './_parts/use-signing'
import { WhoStep } from './_parts/who-step'
import styles from './signing.module.css'

type Props = { token: string; opened: OutputOf<typeof signing.open> }

/** One thing at a time: who, the ID number, the code, the papers, the hand; and wherever it ends, what to do then. */
export function Signing({ token, opened }: Props) {
  const t = useT()
  const signed = useSigning(token, opened)
  const { step, link } = signed
  if (signed.done) return <DoneNotice link={link} done={signed.done} />
  const asksForCopy = link.state === 'signed' && step.name !== 'who'
  if (link.state !== 'ready' && !asksForCopy)
    return (
      <EndNotice
        state={link.state}
        link={link}
        onAgain={signed.reopen}
        onCopies={() => signed.go({ name: 'tail' })}
      />
    )
  if (link.triesLeft <= 0 && !link.proved) return <EndNotice state="shut" link={link} />
  return (
    <div className={styles.steps} data-step={step.name}>
      {signed.notice && (
        <p role="alert" className={styles.failure}>
          {t(signed.notice)}
        </p>
      )}
      {step.name === 'who' && <WhoStep link={link} onNext={() => signed.go({ name: 'tail' })} />}
      {step.name === 'tail' && <TailStep signing={signed} />}
      {step.name === 'code' && <CodeStep signing={signed} sent={step.sent} />}
      {step.name === 'papers' && <PapersStep signing={signed} />}
      {step.name === 'read' && <ReadStep key={step.id} signing={signed} id={step.id} />}
      {step.name === 'sign' && <SignStep signing={signed} />}
      {step.name === 'copies' && <CopiesStep signing={signed} />}
      {step.name === 'refuse' && <RefuseStep signing={signed} />}
    </div>
  )
}
