'use client'
import { useState } from 'react'
import { DictionaryText } from '@/components/form/field-value'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { Notice } from '@/components/ui/notice'
import { KeyValue, KeyValues, Section } from '@/components/ui/section'
import { useCan } from '@/lib/client/permission'
import { useSession } from '@/lib/client/session'
import type { Permission } from '@/lib/domains/identity/rules/roles'
import type { RegistrationView } from '@/lib/domains/materials/contract/papers'
import { type ExtraKind, setCan } from '@/lib/domains/materials/rules/material-sets'
import { useT } from '@/lib/i18n/use-t'
import type { PaperCase } from './paper-set-screen'
import { RegistrationTag } from './set-state'
import { factsOf } from './use-paper-verbs'

// Parts that open on a click are loaded with it.
const RegistrationDialog = lazyPart(() => import('./registration-dialog'), ['forms'])

/** 车辆登记: what the vehicle office has of the car, and where other papers say something else. */
export function RegistrationSection({
  data,
  registration,
}: {
  data: PaperCase
  registration: RegistrationView
}) {
  const t = useT()
  const can = useCan()
  const { permissions } = useSession()
  const [isOpen, setOpen] = useState(false)
  const { order } = data
  const kind = data.kind as ExtraKind
  const { plateNo, plateColor, regCertNo, registeredOn, ownerName, vin, lessor, hints } = registration
  const permit = setCan('change', factsOf({ ...data, ...order }), permissions as readonly Permission[])
  return (
    <Section
      title={t('papers.registration')}
      actions={
        <>
          <RegistrationTag kind={kind} done={registeredOn !== null} />
          {can('material:upload') && (
            <ActionButton size="small" permit={permit} onClick={() => setOpen(true)}>
              {t(registeredOn ? 'papers.editRegistration' : 'papers.startRegistration')}
            </ActionButton>
          )}
        </>
      }
    >
      <KeyValues>
        <KeyValue label={t('papers.plateNo')}>{plateNo}</KeyValue>
        <KeyValue label={t('papers.plateColor')}>
          <DictionaryText type="plate_color" code={plateColor} />
        </KeyValue>
        <KeyValue label={t('papers.regNo')}>{regCertNo}</KeyValue>
        <KeyValue label={t('papers.registeredOn')}>{registeredOn}</KeyValue>
        <KeyValue label={t('papers.ownerName')}>{ownerName}</KeyValue>
        <KeyValue label={t('papers.vin')}>{vin}</KeyValue>
      </KeyValues>
      {registeredOn === null && lessor && <p>{t('papers.lessorOwns', { lessor })}</p>}
      {hints.map((hint) => (
        <Notice key={hint} tone="returned">
          {t(`papers.hints.${hint}`)}
        </Notice>
      ))}
      {isOpen && (
        <RegistrationDialog
          order={order}
          kind={kind}
          registration={registration}
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  )
}
