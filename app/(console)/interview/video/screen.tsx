'use client'
import { useState } from 'react'
import { InterviewResult } from '@/components/interview/interview-result'
import { InterviewStatusTag } from '@/components/interview/interview-status'
import { OrderPage } from '@/components/order/order-page'
import { OrderScreen } from '@/components/order/order-screen'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { q } from '@/lib/client/query'
import { interviews } from '@/lib/domains/interviews/contract'
import { isOpenInterview, isUnderWay } from '@/lib/domains/interviews/rules/interview'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { InviteBar } from './_parts/invite-bar'
import { Room } from './_parts/room'
import styles from './_parts/room.module.css'
import { InterviewVerbs } from './_parts/room-verbs'
import { ScriptList } from './_parts/script-list'
import { useDesk } from './_parts/use-desk'

export type RoomData = OutputOf<typeof interviews.get>

/** 视频面签: the room of an order, its verdict and its recordings. */
export function InterviewScreen() {
  return (
    <OrderScreen read={(orderId) => q(interviews.get, { orderId })}>
      {(data) => <InterviewPage data={data} />}
    </OrderScreen>
  )
}

function InterviewPage({ data }: { data: RoomData }) {
  const t = useT()
  const { order, interview, former, open } = data
  const desk = useDesk(interview)
  const [link, setLink] = useState<OutputOf<typeof interviews.invite>>()
  const isOpen = open && (interview === null || isOpenInterview(interview.status))
  return (
    <OrderPage
      order={order}
      actions={interview && <InterviewVerbs data={data} interview={interview} desk={desk} />}
      notice={
        <>
          {!open && (interview === null || isOpenInterview(interview.status)) && (
            <Notice tone="returned">{t('interviews.orderLeft')}</Notice>
          )}
          {data.required && interview?.status !== '通过' && (
            <Notice tone="waiting">{t('interviews.required')}</Notice>
          )}
        </>
      }
    >
      {isOpen && (
        <InviteBar
          data={data}
          link={link?.interviewId === interview?.id ? link : undefined}
          onLink={setLink}
        />
      )}
      {interview && isOpen && (
        <div className={styles.desk}>
          <Room data={data} interview={interview} desk={desk} />
          <ScriptList
            facts={data.facts}
            key={interview.id}
            id={interview.id}
            lines={interview.script.length > 0 ? interview.script : data.script}
            editable={isUnderWay(interview.status)}
            recording={desk?.state.recording === true}
          />
        </div>
      )}
      {interview && !isOpenInterview(interview.status) && (
        <Section title={t('interviews.verdict')} actions={<InterviewStatusTag status={interview.status} />}>
          <InterviewResult orderId={order.id} interview={interview} />
        </Section>
      )}
      {former.map((one) => (
        <Section
          key={one.id}
          title={`${t('interviews.former')} ${one.roomNo}`}
          actions={<InterviewStatusTag status={one.status} />}
        >
          <InterviewResult orderId={order.id} interview={one} />
        </Section>
      ))}
    </OrderPage>
  )
}
