'use client'
import { OpenGates } from '@/components/order/open-gates'
import { OrderPage } from '@/components/order/order-page'
import { OrderScreen } from '@/components/order/order-screen'
import { useRoleName } from '@/components/order/role-name'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { q } from '@/lib/client/query'
import { isToSupplement as isFundersOwn } from '@/lib/domains/capital/rules/capital-order'
import { rolesWith } from '@/lib/domains/identity/rules/roles'
import { papers } from '@/lib/domains/materials/contract/papers'
import {
  cameBack,
  isCollected,
  isExtra,
  kindFacts,
  type PaperKind,
} from '@/lib/domains/materials/rules/material-sets'
import { isToSupplement } from '@/lib/domains/underwriting/rules/underwriting'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { FundingSection } from './funding-section'
import { MortgageSection } from './mortgage-section'
import { PaperItems } from './paper-items'
import { PoliciesSection } from './policies-section'
import { RegistrationSection } from './registration-section'
import { DeadlineText, SetStateTag } from './set-state'
import { UnderwritingSection } from './underwriting-section'
import { usePaperVerbs } from './use-paper-verbs'
import { usePapersOnTheWay } from './use-papers-on-the-way'

export type PaperCase = OutputOf<typeof papers.get>

/** 材料详情: one set of papers of an order, file by file, with the form beside it. */
export function PaperSetScreen({ kind }: { kind: PaperKind }) {
  return (
    <OrderScreen<PaperCase> read={(orderId) => q(papers.get, { orderId, kind })}>
      {(data) => <Case key={data.order.id} data={data} />}
    </OrderScreen>
  )
}

/** Everything that an insurer or a funder misses stands where these stand. */
const isTheirs = ({ reason, underwriting, funding }: PaperCase): boolean => {
  const reply =
    underwriting && isToSupplement(underwriting.status)
      ? underwriting.submissions[0]?.reply
      : funding && isFundersOwn(funding.capitalStatus) && funding.orders[0]?.reply
  return !!reason && !!reply && reply.startsWith(reason)
}

const tones = { 退回: 'returned', 已失效: 'rejected' } as const

function Case({ data }: { data: PaperCase }) {
  const t = useT()
  const roleName = useRoleName()
  const verbs = usePaperVerbs()
  const way = usePapersOnTheWay(data)
  const { order, kind, setStatus, asked, formLacks, reason } = data
  const set = t(`papers.kinds.${kind}`)
  const roles = rolesWith(kindFacts[kind].review).map(roleName).join(t('ui.separator'))
  const says = asked
    ? t(`papers.next.${setStatus}`, { roles, reason: reason ?? '' })
    : t('papers.notAsked', { set })
  return (
    <OrderPage
      order={order}
      actions={<VerbButtons verbs={verbs.of({ ...data, ...order, uploading: way.count })} />}
      notice={
        cameBack(setStatus) &&
        !isTheirs(data) && (
          <Notice tone={tones[setStatus]}>
            <SetStateTag status={setStatus} /> {says}
          </Notice>
        )
      }
      side={
        isExtra(kind) ? undefined : (
          <Section title={t('papers.gates')}>
            <OpenGates order={order} />
          </Section>
        )
      }
    >
      {data.underwriting && <UnderwritingSection data={data} own={data.underwriting} />}
      {data.funding && <FundingSection data={data} own={data.funding} />}
      <Section title={set} actions={<SetStateTag status={setStatus} />}>
        {!cameBack(setStatus) && <p>{says}</p>}
        {data.deadline && (
          <p>
            {t('papers.deadline')} <DeadlineText {...data} deadline={data.deadline} />
          </p>
        )}
        {asked && <PaperItems data={data} way={way} judge={verbs.ofItem} />}
      </Section>
      {asked && kind === 'insurance' && <PoliciesSection data={data} />}
      {asked && kind === 'mortgage' && <MortgageSection data={data} />}
      {asked && data.registration && <RegistrationSection data={data} registration={data.registration} />}
      {asked && isCollected(setStatus) && formLacks.length > 0 && (
        <Notice tone="waiting">
          {t('papers.lacksForm', {
            list: formLacks.map((lack) => t(`papers.lacks.${lack}` as MessageKey)).join(t('ui.separator')),
          })}
        </Notice>
      )}
      {verbs.dialog}
    </OrderPage>
  )
}
